// `npm run admin:create`: a link with which somebody becomes an owner of the back office.
import { closeDatabase } from '#lib/db/client.ts'
import { addOwnerLink } from '#lib/db/owner-link.ts'
import { env } from '#lib/env.ts'

const link = `${env.PUBLIC_URL}/setup/${await addOwnerLink()}`
await closeDatabase()
console.log(process.argv.includes('--quiet') ? link : `Open this link within one hour; it works once:\n${link}`)
