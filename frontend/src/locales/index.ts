import { en } from './en';

/** A language's strings. A translation is complete when it satisfies this type. */
export type Catalogue = typeof en;

/** The strings of the language that the interface speaks. */
export const t: Catalogue = en;

/** Its tag, for dates and numbers. */
export const language = 'en-GB';
