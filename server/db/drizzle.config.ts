import { defineConfig } from 'drizzle-kit'

/** For `npm run db:generate`, which writes a migration from changes in schema/. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/*.ts',
  out: './server/db/migrations',
})
