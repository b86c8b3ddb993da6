import type {
  Chat,
  DiffLine,
  EditSlip,
  FileEntry,
  ModeChoice,
  OutsideMark,
  Preferences,
  RecentWorkspace,
  Rule,
  TimelineTurn,
  TimelineUsage,
  Turn,
  Writer,
} from '../types.gen';

/** The moment at which the example stands: Wednesday 17 June 2026, 11:42. */
export const exampleNow = new Date(2026, 5, 17, 11, 42);

const at = (day: number, hour: number, minute: number) => new Date(2026, 5, day, hour, minute).toISOString();
const never = '0001-01-01T00:00:00Z';

export const preferences: Preferences = {
  theme: 'system',
  addedText: 'blue',
  pageSize: 'a4',
  sidebar: true,
  inspector: true,
};

export const writers: Writer[] = [
  {
    id: 'builtin',
    name: 'Built-in commands',
    detail: 'Find and replace, outline, word count, tidy Markdown. No model, no network.',
    status: 'Always here',
  },
];

export const recent: RecentWorkspace[] = [
  { dir: '/home/ines/Documents/sea-level-notes', name: 'sea-level-notes', opened: at(17, 9, 2), missing: false },
  { dir: '/home/ines/Documents/The Harbour Year', name: 'The Harbour Year', opened: at(14, 18, 30), missing: false },
  { dir: '/home/ines/src/tide-server', name: 'tide-server', opened: at(10, 8, 15), missing: false },
];

export const chats: Chat[] = [
  { id: 'newlyn', title: 'Newlyn trend, robust fit', updated: at(17, 11, 42), turns: 14, running: true, waiting: 2, mode: 'ask' },
  { id: 'brest', title: 'Brest before 1850', updated: at(16, 17, 20), turns: 6, running: false, waiting: 0, mode: 'ask' },
  { id: 'barometer', title: 'Inverse barometer note', updated: at(15, 12, 5), turns: 4, running: false, waiting: 0, mode: 'ask' },
  { id: 'loader', title: 'Monthly file loader', updated: at(9, 16, 40), turns: 9, running: false, waiting: 0, mode: 'ask' },
  { id: 'captions', title: 'Figure captions', updated: at(4, 10, 10), turns: 2, running: false, waiting: 0, mode: 'ask' },
];

export const modes: ModeChoice[] = [
  { mode: 'ask', refused: '' },
  { mode: 'accept-edits', refused: '' },
  { mode: 'plan', refused: '' },
  { mode: 'jail', refused: '' },
  { mode: 'bypass', refused: 'Bypass is only for a Redline that itself runs in a container or sandbox.' },
];

const openFolder = '/home/ines/Documents/sea-level-notes';

/** One of this chat, one saved here, one of another folder. */
export const rules: Rule[] = [
  { id: 'newlyn write', kind: 'write', folder: openFolder, here: true, scope: 'chat', chat: 'newlyn', title: 'Newlyn trend, robust fit', turn: 12, path: 'references.bib', given: at(17, 10, 51), used: at(17, 11, 30) },
  { id: 'delete here', kind: 'delete', folder: openFolder, here: true, scope: 'always', chat: 'brest', title: 'Brest before 1850', turn: 3, path: 'notes/old.md', given: at(16, 9, 5), used: never },
  { id: 'write there', kind: 'write', folder: '/home/ines/src/tide-server', here: false, scope: 'always', chat: 'x', title: '', turn: 1, path: 'main.go', given: at(10, 8, 15), used: at(10, 9, 0) },
];

interface Line {
  kind: 'keep' | 'delete' | 'insert';
  line: number;
  text: string;
  mark?: [number, number];
}

const diff = (lines: Line[]): DiffLine[] =>
  lines.map(({ kind, line, text, mark }) => ({
    kind,
    old: kind === 'insert' ? 0 : line,
    new: kind === 'delete' ? 0 : line,
    text,
    marks: mark ? [{ from: mark[0], to: mark[1] }] : [],
  }));

const slip = (edit: Partial<EditSlip> & { id: string; path: string }): EditSlip => ({
  from: '',
  change: 'edited',
  added: 0,
  removed: 0,
  changes: 1,
  accepted: 0,
  status: 'approved',
  error: '',
  note: '',
  decided: never,
  prose: edit.path.endsWith('.md'),
  summary: '',
  excerpt: [],
  shown: 'as drawn',
  mustAsk: '',
  hides: '',
  by: '',
  ...edit,
});

const oldSentence =
  'We fit a straight line to the monthly means by ordinary least squares. The slope is the trend.';
const newSentence =
  'We subtract the mean seasonal cycle and take the median of all pairwise slopes. The slope is the trend.';

export const newlynEdit = slip({
  id: 'edit-newlyn',
  path: 'notes/newlyn.md',
  added: 8,
  removed: 6,
  changes: 3,
  status: 'waiting',
  excerpt: diff([
    { kind: 'delete', line: 12, text: oldSentence, mark: [3, 69] },
    { kind: 'insert', line: 12, text: newSentence, mark: [3, 78] },
  ]),
});

export const trendEdit = slip({
  id: 'edit-trend',
  path: 'analysis/trend.go',
  added: 10,
  removed: 10,
  changes: 2,
  status: 'queued',
  excerpt: diff([
    { kind: 'delete', line: 8, text: '// Trend is the least squares slope, in millimetres per year.' },
    { kind: 'insert', line: 8, text: '// Trend is the median of all pairwise slopes, in millimetres per year.' },
  ]),
});

const text = (markdown: string) => ({ kind: 'text', text: markdown, tool: null, edit: null });
const edited = (edit: EditSlip) => ({ kind: 'edit', text: '', tool: null, edit });
const tool = (id: string, name: string, summary: string, args: string, result: string) => ({
  kind: 'tool',
  text: '',
  tool: { id, name, summary, status: 'done', args, result },
  edit: null,
});

interface Told {
  time: string;
  label: string;
  added?: number;
  removed?: number;
  files?: number;
  reply?: string;
  edit?: EditSlip;
}

const told: Told[] = [
  { time: at(15, 9, 10), label: 'What is in this folder?', reply: 'A loader, a trend fit and three notes.' },
  { time: at(15, 9, 32), label: 'Write a loader for the monthly files', added: 60, files: 1 },
  { time: at(15, 10, 4), label: 'Skip months that are flagged', added: 12, removed: 2, files: 1 },
  { time: at(15, 11, 48), label: 'Fit a line to the monthly means', added: 48, removed: 3, files: 2 },
  { time: at(16, 9, 5), label: 'Start a note on Newlyn', added: 40, removed: 3, files: 1 },
  { time: at(16, 10, 21), label: 'Add a table of the four stations', added: 18, files: 1 },
  { time: at(16, 11, 37), label: 'Give the trend in millimetres per year', added: 10, removed: 1, files: 1 },
  {
    time: at(16, 15, 58),
    label: 'Write tests for the loader',
    added: 52,
    files: 1,
    reply:
      'Six cases: flagged months, a short file, a file with CRLF endings, a gap of more than a year, a bad number and an empty file. All pass.',
    edit: slip({ id: 'edit-8', path: 'analysis/load_test.go', change: 'created', added: 52, decided: at(16, 15, 58) }),
  },
  {
    time: at(16, 16, 42),
    label: 'Tighten the introduction to 120 words. Keep the pier and the datum.',
    added: 11,
    removed: 26,
    files: 1,
    reply:
      'It is 117 words now. I cut the tour of other harbours and the second mention of the survey, and kept the pier, the datum and the question.',
    edit: slip({ id: 'edit-9', path: 'notes/newlyn.md', added: 11, removed: 26, decided: at(16, 16, 42) }),
  },
  { time: at(17, 9, 15), label: 'Add Brest from 1807 and note the gap years', added: 16, removed: 2, files: 2 },
  { time: at(17, 10, 2), label: 'Test the trend against a known slope', added: 24, files: 1 },
  { time: at(17, 10, 51), label: 'Move the references into references.bib', added: 22, removed: 12, files: 2 },
  {
    time: at(17, 11, 30),
    label: 'Which winters pull the fitted line up?',
    reply:
      'Five of them. Every residual above 200 mm falls in the same five winters, and the largest is February 1990. Leave those months out and the slope drops by 0.06 mm a year.',
  },
];

const earlier: Turn[] = told.map((turn, at) => ({
  index: at + 1,
  number: at + 1,
  prompt: turn.label,
  time: turn.time,
  status: 'done',
  error: '',
  blocks: [text(turn.reply ?? 'Done, as one edit.'), ...(turn.edit ? [edited(turn.edit)] : [])],
}));

const fourteenth: Turn = {
  index: 14,
  number: 14,
  prompt:
    'Swap least squares for Theil–Sen in @analysis/trend.go and say why in @notes/newlyn.md. Take the seasonal cycle out first.',
  time: at(17, 11, 41),
  status: 'running',
  error: '',
  blocks: [
    tool('t1', 'read_file', 'Read 3 files', '{\n  "path": "notes/newlyn.md"\n}', 'notes/newlyn.md, 62 lines'),
    tool('t2', 'run_command', 'Ran go test ./analysis, 11 passed', '{\n  "command": "go test ./analysis"\n}', 'ok'),
    text(
      'Theil–Sen takes the median of all pairwise slopes, so five stormy winters cannot pull it far. The seasonal mean comes out first; otherwise missing winter months leak into the slope.',
    ),
    edited(newlynEdit),
    edited(trendEdit),
    text('Next I’ll refit all four stations and update the'),
  ],
};

export const turns: Turn[] = [...earlier, fourteenth];

export const timelineTurns: TimelineTurn[] = [
  ...told.map((turn, at) => ({
    number: at + 1,
    chat: 'newlyn',
    label: turn.label.slice(0, 60),
    time: turn.time,
    files: turn.files ?? 0,
    added: turn.added ?? 0,
    removed: turn.removed ?? 0,
    state: 'kept',
    running: false,
    waiting: 0,
    pin: '',
  })),
  {
    number: 14,
    chat: 'newlyn',
    label: 'Swap least squares for Theil–Sen',
    time: fourteenth.time,
    files: 0,
    added: 0,
    removed: 0,
    state: 'kept',
    running: true,
    waiting: 2,
    pin: '',
  },
];

/** What was changed past the tools. */
export const outside: OutsideMark[] = [
  { id: 'o1', after: 12, by: 'outside', time: at(17, 11, 20), files: ['references.bib'], count: 1 },
];

/** How much of the past the example keeps. */
export const usage: TimelineUsage = { bytes: 3_400_000, maxBytes: 67_108_864, maxAgeDays: 30, oldest: 1, next: 1, dropped: 0, pinned: 0 };

const file = (path: string, size: number, marks: Partial<FileEntry> = {}): FileEntry => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  dir: false,
  size,
  status: '',
  added: 0,
  removed: 0,
  blocked: false,
  ...marks,
});

const folder = (path: string): FileEntry => file(path, 0, { dir: true });

/** What each folder lists, now. */
export const listings: Record<string, FileEntry[]> = {
  '': [folder('analysis'), folder('data'), folder('notes'), file('references.bib', 2210)],
  analysis: [
    file('analysis/load.go', 3120),
    file('analysis/load_test.go', 2480),
    file('analysis/trend.go', 1890, { status: 'edited', added: 10, removed: 10 }),
    file('analysis/trend_test.go', 990, { status: 'created' }),
  ],
  data: [file('data/stations.csv', 18200), file('data/newlyn.rlrdata', 51200)],
  notes: [file('notes/brest.md', 4100), file('notes/newlyn.md', 6900, { status: 'edited', added: 8, removed: 6 })],
};

export const newlynBefore = `# Sea level at Newlyn since 1915

The gauge at Newlyn has stood on the same pier since 1915. Few records are as long, or as carefully levelled.

## Method

${oldSentence}

## Four stations

| Station | Years | Trend, mm/yr |
| --- | --- | --- |
| Newlyn | 1915–2023 | 1.83 ± 0.05 |
| North Shields | 1895–2023 | 1.97 ± 0.05 |
| Sheerness | 1832–2006 | 1.72 ± 0.06 |
| Brest | 1807–2023 | 1.06 ± 0.04 |
`;

export const newlynAfter = newlynBefore
  .replace(oldSentence, newSentence)
  .replace('1.83 ± 0.05', '1.77 ± 0.07')
  .replace('1.97 ± 0.05', '1.91 ± 0.06');
