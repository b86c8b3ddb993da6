import type { Review } from '../types.gen';
import { compose, type Part } from './compose';

const newlyn: Part[] = [
  [
    '# Sea level at Newlyn since 1915',
    '',
    'The gauge at Newlyn has stood on the same stone pier since 1915 and gave Great Britain its vertical datum. Few records are as long, or as carefully levelled, so it is a good place to ask how fast the sea has risen.',
    '',
    'Monthly means come from PSMSL. A month counts when at least fifteen days were recorded.',
    '',
    'Air pressure is left in. Taking it out narrows the interval by a tenth and moves the slope by less than its own error.',
    '',
    'Times are in UTC, heights in millimetres above the tide gauge zero.',
    '## Method',
    '',
  ],
  {
    title: 'Method',
    old: [
      'We ⟦fit a straight line to the monthly means by ordinary least squares⟧. The slope is the trend, in millimetres per year.',
    ],
    new: [
      'We ⟦subtract the mean seasonal cycle and take the median of all pairwise slopes⟧. The slope is the trend, in millimetres per year.',
      '',
      'Five stormy winters hold every residual above 200 mm; a median is not moved by them.',
    ],
  },
  ['', '$$'],
  {
    title: 'Equation',
    old: ['\\hat{b} = \\frac{⟦\\sum_i (t_i-\\bar{t})(h_i-\\bar{h})⟧}{⟦\\sum_i (t_i-\\bar{t})^2⟧}'],
    new: ['\\hat{b} = ⟦\\operatorname*{median}_{i<j}⟧ \\frac{⟦h_j-h_i⟧}{⟦t_j-t_i⟧}'],
  },
  [
    '$$',
    '',
    'The interval is the middle 95 % of the pairwise slopes, thinned to one in twelve.',
    '',
    '## Four stations',
    '',
    'All four records reach back beyond the war years.',
    '',
    '| Station      | Years     | Trend, mm/yr |',
    '| :----------- | :-------- | -----------: |',
  ],
  {
    title: 'Table “Four stations”',
    old: [
      '| Newlyn       | 1915–2023 | ⟦1.83 ± 0.08⟧ |',
      '| North Shields | 1895–2023 | ⟦1.95 ± 0.07⟧ |',
      '| Sheerness    | 1832–2006 | ⟦1.72 ± 0.06⟧ |',
      '| Brest        | 1807–2023 | ⟦1.06 ± 0.04⟧ |',
    ],
    new: [
      '| Newlyn       | 1915–2023 | ⟦1.77 ± 0.07⟧ |',
      '| North Shields | 1895–2023 | ⟦1.91 ± 0.06⟧ |',
      '| Sheerness    | 1832–2006 | ⟦1.68 ± 0.05⟧ |',
      '| Brest        | 1807–2023 | ⟦1.02 ± 0.03⟧ |',
    ],
  },
  [
    '',
    '## What we left out',
    '',
    'Vertical land motion is not taken out; it is about half a millimetre a year in Cornwall.',
    ...Array.from({ length: 14 }, (_, at) => (at % 2 ? `- A remark on the record, number ${(at + 1) / 2}.` : '')),
    '## References',
    '',
    'PSMSL, downloaded on 12 June 2026.',
  ],
];

const trend: Part[] = [
  ['package analysis', '', 'import (', '\t"math"'],
  { title: 'Imports', old: [], new: ['\t"slices"'] },
  [
    '\t"strconv"',
    ')',
    '',
    '// A Sample is one monthly mean.',
    'type Sample struct {',
    '\tT float64 // decimal year',
    '\tH float64 // millimetres above the gauge’s zero',
    '}',
    '',
    '// MinMonths is how many months a slope needs.',
    'const MinMonths = 120',
    '',
  ],
  {
    title: 'func Trend',
    old: [
      '// Trend ⟦fits a straight line to the samples⟧',
      '// ⟦by ordinary least squares.⟧',
      'func Trend(s []Sample) float64 {',
      '\tvar st, sh, stt, sth float64',
      '\tfor ⟦_, x⟧ := range s {',
      '\t\tst += x.T',
      '\t\tsh += x.H',
      '\t\tstt += x.T * x.T',
      '\t\tsth += x.T * x.H',
      '\t}',
      '\tn := float64(len(s))',
      '\treturn (n*sth - st*sh) / (n*stt - st*st)',
    ],
    new: [
      '// Trend ⟦is the median of all pairwise slopes,⟧',
      '// ⟦in millimetres per year (Theil–Sen).⟧',
      'func Trend(s []Sample) float64 {',
      '\tm := make([]float64, 0, len(s)*(len(s)-1)/2)',
      '\tfor ⟦i⟧ := range s {',
      '\t\tfor _, b := range s[i+1:] {',
      '\t\t\tm = append(m, slope(s[i], b))',
      '\t\t}',
      '\t}',
      '\tslices.Sort(m)',
      '\treturn median(m)',
    ],
  },
  [
    '}',
    '',
    '// Parse reads a slope as it was printed.',
    'func Parse(text string) (float64, error) {',
    '\treturn strconv.ParseFloat(text, 64)',
    '}',
    ...Array.from({ length: 40 }, (_, at) => `// ${at + 1}`),
  ],
];

const shared = { chat: 'newlyn', turn: 14, change: 'edited', summary: '', binary: false, notices: [], findings: [], stale: false, shown: 'as drawn', mustAsk: '', view: null };

/** The waiting edits of the example, by their ids. */
export const reviews: Record<string, Review> = {
  'edit-newlyn': {
    ...shared,
    id: 'edit-newlyn',
    path: 'notes/newlyn.md',
    prose: true,
    language: 'markdown',
    added: 8,
    removed: 6,
    position: 1,
    ...compose(newlyn),
  },
  'edit-trend': {
    ...shared,
    id: 'edit-trend',
    path: 'analysis/trend.go',
    prose: false,
    language: 'go',
    added: 11,
    removed: 11,
    position: 2,
    ...compose(trend),
  },
};
