// Where Vitest and editors look for it; the projects and their set-up stand with the tests.
export { default } from './tests/vitest.config.ts'
