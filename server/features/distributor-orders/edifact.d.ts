declare module 'edifact/parser.js' {
  /** Calls back for each part of an interchange. It throws at characters that the character set or the syntax do not allow. */
  // biome-ignore lint/style/noDefaultExport: the package exports nothing else.
  export default class Parser {
    onopensegment: (name: string) => void
    onelement: () => void
    oncomponent: (text: string) => void
    encoding(level: string): void
    write(chunk: string): void
    end(): void
  }
}
