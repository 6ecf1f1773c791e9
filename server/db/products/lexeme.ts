/** A word quoted for a tsvector or tsquery. */
export const lexeme = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`

/**
 * Marks a name's word, stored beside the plain one. PostgreSQL's weights would require reading every product with the
 * word: "g" is in most packs and few names.
 */
export const nameLexeme = (word: string): string => lexeme(`.${word}`)

export const nameHeadLexeme = (word: string): string => lexeme(`!${word}`)
export const categoryHeadLexeme = (word: string): string => lexeme(`~${word}`)
