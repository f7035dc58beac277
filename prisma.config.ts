import { defineConfig } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  // `generate` needs a URL but never connects; every other command runs with DATABASE_URL set.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://unused:unused@127.0.0.1:1/unused' },
})
