import { defineConfig } from 'drizzle-kit'

/** For `npm run db:generate`, which writes the next migration from what changed in schema/. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/*.ts',
  out: './server/db/migrations',
})
