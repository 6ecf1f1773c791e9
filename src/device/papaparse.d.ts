/** Its published types would bring those of Node into the app, so the one call that we use is declared here. */
declare module 'papaparse' {
  type Parsed = { data: string[][]; errors: { type: string }[] }
  const Papa: { parse: (text: string, options: { delimiter: string; skipEmptyLines: 'greedy' }) => Parsed }
  // biome-ignore lint/style/noDefaultExport: the package exports nothing else.
  export default Papa
}
