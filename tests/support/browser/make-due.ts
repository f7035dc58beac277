import { closeDatabase, db } from '#lib/core/repository/client.ts'

// Runs with the settings of a store: the time of every text that waits for one has come.
await db().guideText.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: new Date() } })
await closeDatabase()
process.stdout.write('{}')
