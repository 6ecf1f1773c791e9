/** A word as the text of a tsvector or tsquery has it, whatever signs it holds. */
export const lexeme = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`

/**
 * A word of a product's name, kept beside the same word as any field's. PostgreSQL's weights would tell the two apart as
 * well, but only by reading every product that has the word at all: "g" is in most packs and few names.
 */
export const nameLexeme = (word: string): string => lexeme(`.${word}`)

export const nameHeadLexeme = (word: string): string => lexeme(`!${word}`)
export const categoryHeadLexeme = (word: string): string => lexeme(`~${word}`)
