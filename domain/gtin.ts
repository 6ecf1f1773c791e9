/** GTIN-8, -12 (UPC-A), -13 (EAN) and -14 (GS1 General Specifications, section 7.9). */

const LENGTHS: readonly number[] = [8, 12, 13, 14]

export const isGtin = (text: string): boolean => {
  if (!/^\d+$/.test(text) || !LENGTHS.includes(text.length)) return false
  return gtinCheckDigit(text.slice(0, -1)) === Number(text.at(-1))
}

export const gtinCheckDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    return total + Number(digit) * (place % 2 === 0 ? 3 : 1)
  }, 0)
  return (10 - (sum % 10)) % 10
}
