import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { IMPORT_ERROR_CODES } from '#server/coded-error.ts'
import { parseMapping } from '#server/features/import/csv/mapping.ts'
import type { ImportKind } from '#server/features/import/kinds/fields.ts'
import { IMPORT_KINDS } from '#server/features/import/kinds/import-kinds.ts'
import { ROW_PROBLEM_CODES, WARNING_CODES } from '#server/features/import/problems.ts'
import { PICTURE_PROBLEM_CODES } from '#server/features/pictures/import-pictures.ts'
import { projectRoot } from '#server/paths.ts'

const text = readFileSync(join(projectRoot, 'docs/import.md'), 'utf8')
const sectionOf = (name: string): string => text.split(`\n### ${name}\n`)[1]?.split('\n##')[0] ?? ''
const kinds: [string, ImportKind][] = Object.entries(IMPORT_KINDS)

describe('docs/import.md', () => {
  it.each(kinds)('lists exactly the columns of %s as the import reads them', (name, { fields }) => {
    const rows = sectionOf(name)
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    expect(rows).toEqual(
      fields.map(
        ({ column, list, required, meaning }) =>
          `| \`${column}\`${list ? ' (list)' : ''} | ${required ? 'yes' : ''} | ${meaning.replaceAll(/(?<!\\)\|/g, '\\|')} |`,
      ),
    )
  })

  it('explains every code', () => {
    const codes = [...ROW_PROBLEM_CODES, ...WARNING_CODES, ...PICTURE_PROBLEM_CODES, ...IMPORT_ERROR_CODES]
    expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([])
  })

  it('shows a valid mapping', () => {
    const json = /```json\n(.*?)```/s.exec(text)?.[1] ?? ''
    expect(parseMapping(json, 'docs/import.md', 'products').columns.size).toBeGreaterThan(5)
  })
})
