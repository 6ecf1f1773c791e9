import type { Plugin } from 'vite'

/** Leaves out what the contract says of each call: only the server's OpenAPI document reads it. */
export const withoutSummaries = (): Plugin => ({
  name: 'trolly:without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: code.replace(SUMMARY, ''), map: null }),
  },
})

const SUMMARY = /\bsummary:\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`),/g
