import type { FileDiff, FileText, PreviewPage } from '../types.gen';

const html = `<h1 id="user-content-sea-level-at-newlyn-since-1915" data-line="1">Sea level at Newlyn since 1915</h1>
<p data-line="3">The gauge at Newlyn has stood on the same stone pier since 1915 and gave Great Britain its vertical datum. Few records are as long, or as carefully levelled, so it is a good place to ask how fast the sea has risen.</p>
<h2 id="user-content-method" data-line="10">Method</h2>
<p data-line="12">We subtract the mean seasonal cycle and take the median of all pairwise slopes. Five stormy winters hold every residual above 200 mm; a median is not moved by them.</p>
<pre class="math" data-line="16"><code class="language-math">\\hat{b} = \\operatorname*{median}_{i&lt;j} \\frac{h_j-h_i}{t_j-t_i}
</code></pre>
<pre class="mermaid" data-line="20"><code class="language-mermaid">graph LR
  a[Monthly means] --&gt; b[Remove season] --&gt; c[Theil–Sen] --&gt; d([Trend, mm/yr])
</code></pre>
<h2 id="user-content-four-stations" data-line="24">Four stations</h2>
<table data-line="28">
<thead><tr data-line="28"><th>Station</th><th>Years</th><th align="right">Trend, mm/yr</th></tr></thead>
<tbody>
<tr data-line="30"><td>Newlyn</td><td>1915–2023</td><td align="right">1.77 ± 0.07</td></tr>
<tr data-line="31"><td>North Shields</td><td>1895–2023</td><td align="right">1.91 ± 0.06</td></tr>
<tr data-line="32"><td>Sheerness</td><td>1832–2006</td><td align="right">1.68 ± 0.05</td></tr>
<tr data-line="33"><td>Brest</td><td>1807–2023</td><td align="right">1.02 ± 0.03</td></tr>
</tbody>
</table>
<h2 id="user-content-code" data-line="36">Code</h2>
<pre data-line="38"><code class="language-go"><span class="code-comment">// Trend is the median of all pairwise slopes, in mm per year.</span>
<span class="code-keyword">func</span> <span class="code-function">Trend</span>(s []Sample) <span class="code-type">float64</span> {
   m := make([]<span class="code-type">float64</span>, <span class="code-number">0</span>, len(s)*(len(s)-<span class="code-number">1</span>)/<span class="code-number">2</span>)
   <span class="code-keyword">for</span> i := <span class="code-keyword">range</span> s {
</code></pre>
<h2 id="user-content-references" data-line="60">References</h2>
<p data-line="62">See <a href="https://psmsl.org/">PSMSL</a> and <a href="#method">Method</a>.</p>
`;

export const page = (path: string): PreviewPage => ({
  path,
  html,
  title: 'Sea level at Newlyn since 1915',
  words: 1140,
  outline: [
    { level: 1, text: 'Sea level at Newlyn', anchor: 'sea-level-at-newlyn-since-1915', line: 1 },
    { level: 2, text: 'Method', anchor: 'method', line: 10 },
    { level: 2, text: 'Four stations', anchor: 'four-stations', line: 24 },
    { level: 2, text: 'Code', anchor: 'code', line: 36 },
    { level: 2, text: 'References', anchor: 'references', line: 60 },
  ],
  changed: [
    { from: 12, to: 14 },
    { from: 17, to: 17 },
    { from: 30, to: 33 },
  ],
  changes: 3,
  lastTurn: 14,
  warnings: [],
});

export const fileText = (path: string, text: string): FileText => ({
  path,
  text,
  exists: true,
  binary: false,
  size: text.length,
  lines: text.split('\n').length,
  language: path.endsWith('.go') ? 'go' : path.endsWith('.md') ? 'markdown' : '',
  prose: path.endsWith('.md'),
  cut: '',
});

const line = (kind: string, old: number, now: number, text: string, marks: [number, number][] = []) => ({
  kind,
  old,
  new: now,
  text,
  marks: marks.map(([from, to]) => ({ from, to })),
});

/** What going back to turn 9 does to the note. */
export const diff = (path: string): FileDiff => ({
  path,
  prose: path.endsWith('.md'),
  binary: false,
  added: 6,
  removed: 13,
  blocks: [
    {
      skipped: 17,
      lines: [
        line('delete', 18, 0, '## Four stations', [[3, 7]]),
        line('insert', 0, 18, '## Three stations', [[3, 8]]),
        line('keep', 24, 24, '| Sheerness | 1832–2006 | 1.72 ± 0.06 |'),
        line('delete', 25, 0, '| Brest | 1807–2023 | 1.06 ± 0.04 |'),
        line('delete', 27, 0, 'Brest has gaps, which we leave empty rather than fill; the slope uses the months that exist.'),
        line('insert', 0, 26, 'Monthly means are from PSMSL, downloaded on 12 June 2023.'),
      ],
    },
  ],
  cut: '',
});
