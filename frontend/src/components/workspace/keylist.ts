import { t } from '../../locales';

/** Keys that do something, in the words of the keyboard: "Ctrl Shift L". */
export interface KeyLine {
  of: string[];
  does: string;
}

/** Every key there is, as the list of keys shows it. */
export const keyGroups: { title: string; lines: KeyLine[] }[] = [
  {
    title: t.keys.everywhere,
    lines: [
      { of: ['Ctrl L'], does: t.keys.composer },
      { of: ['↑'], does: t.keys.recall },
      { of: ['Ctrl J'], does: t.keys.review },
      { of: ['Ctrl .'], does: t.keys.stop },
      { of: ['Ctrl K'], does: t.keys.find },
      { of: ['Ctrl N'], does: t.keys.newChat },
      { of: ['Ctrl O'], does: t.keys.open },
      { of: ['Ctrl 1', 'Ctrl 9'], does: t.keys.workspaces },
      { of: ['Ctrl Shift A'], does: t.keys.mode },
      { of: ['Ctrl ,'], does: t.keys.settings },
      { of: ['F6', 'Shift F6'], does: t.keys.region },
      { of: ['Esc'], does: t.keys.escape },
      { of: ['?'], does: t.keys.list },
    ],
  },
  {
    title: t.keys.files,
    lines: [
      { of: ['Ctrl B'], does: t.keys.sidebar },
      { of: ['Ctrl Shift B'], does: t.keys.inspector },
      { of: ['Ctrl Shift L'], does: t.keys.reading },
      { of: ['Ctrl Shift E'], does: t.keys.export },
    ],
  },
  {
    title: t.keys.timeline,
    lines: [
      { of: ['Ctrl [', 'Ctrl ]'], does: t.keys.turn },
      { of: ['Ctrl Shift H'], does: t.keys.rail },
      { of: ['←', '→'], does: t.keys.step },
      { of: ['PgUp', 'PgDn'], does: t.keys.steps },
      { of: ['Home', 'End'], does: t.keys.ends },
      { of: ['1 2 Enter'], does: t.keys.jump },
      { of: ['Ctrl Enter'], does: t.keys.rewind },
    ],
  },
  {
    title: t.keys.reviewing,
    lines: [
      { of: ['A', 'R', 'E'], does: t.review.keys.decide },
      { of: ['L'], does: t.review.keys.lines },
      { of: ['U'], does: t.keys.undecide },
      { of: ['Shift A', 'Shift R'], does: t.keys.whole },
      { of: ['J', 'K'], does: t.review.keys.move },
      { of: ['[', ']'], does: t.keys.file },
      { of: ['C'], does: t.keys.note },
      { of: ['V', 'Alt Z'], does: t.keys.view },
      { of: ['Ctrl Enter'], does: t.keys.send },
    ],
  },
];
