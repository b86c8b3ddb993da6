import { expect, test } from 'vitest';
import { toFailure } from './failure';

const refusal = { code: 'busy', message: 'The folder is open elsewhere.', path: '/notes', hint: '' };

test('an error object and its JSON text mean the same', () => {
  for (const reason of [refusal, JSON.stringify(refusal), new Error(JSON.stringify(refusal))]) {
    const failure = toFailure(reason);
    expect(failure).toMatchObject({ code: 'busy', message: 'The folder is open elsewhere.', path: '/notes' });
  }
});

test.each([
  ['a bare text', 'the process ended', 'the process ended'],
  ['an exception', new TypeError('x is undefined'), 'x is undefined'],
  ['JSON of something else', '{"n": 1}', '{"n": 1}'],
  ['JSON cut short', '{"code": "bu', '{"code": "bu'],
])('%s becomes an internal failure with its words', (_name, reason, message) => {
  expect(toFailure(reason)).toMatchObject({ code: 'internal', message });
});

test('a failure stays itself', () => {
  const failure = toFailure(refusal);
  expect(toFailure(failure)).toBe(failure);
});
