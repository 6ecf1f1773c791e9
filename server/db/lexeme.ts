/** A word as the text of a tsvector or tsquery has it, whatever signs it holds. */
export const lexeme = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`
