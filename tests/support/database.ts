import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#scripts/embedded-postgres.mjs'
import { migrate } from '#scripts/migrate.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

export default async function setup(project: TestProject) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-test-'))
  const database = await startEmbeddedPostgres(dir)
  await migrate(database.url, 'prisma/migrations')
  project.provide('databaseUrl', database.url)
  return async () => {
    await database.release()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}
