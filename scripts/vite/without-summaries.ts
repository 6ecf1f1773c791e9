import type { Plugin } from 'vite'

/** The `summary` of a call, a string: for the API's documentation, which the server makes. */
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`),?/g

export const withoutSummary = (code: string): string => code.replaceAll(SUMMARY, '')

/** Leaves the documentation of calls out of the client: over a kilobyte of the 220 that an open trolly may load. */
export function withoutSummaries(root: string): Plugin {
  return {
    name: 'trolly:without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/ },
      handler(code, id) {
        return id.startsWith(`${root}/contract/`) ? { code: withoutSummary(code), map: null } : null
      },
    },
  }
}
