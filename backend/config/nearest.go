package config

// maxNearDistance is how many letters a mistyped name may be off and still be
// recognised, and at most two of three; more than that, a suggestion would be a guess.
const maxNearDistance = 3

// Nearest gives the known name that is closest to name by edit distance, or ""
// when none is near enough to be what was meant.
func Nearest(name string, known []string) string {
	best, at := "", maxNearDistance+1
	for _, k := range known {
		if d := distance(name, k); d < at && 3*d <= 2*len(k) {
			best, at = k, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two short names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			above := row[j+1]
			row[j+1] = min(above+1, row[j]+1, diagonal+cost)
			diagonal = above
		}
	}
	return row[len(b)]
}
