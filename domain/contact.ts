/** The address of a link that calls, from a number as people write it: "01422 555 010", "+44 (0)1422 555010". */
export const telHref = (phone: string): string => `tel:${phone.replace('(0)', '').replace(/[^\d+]/g, '')}`

export const mailHref = (email: string): string => `mailto:${email}`
