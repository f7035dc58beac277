// `npm run admin:create`: a link with which somebody becomes an owner of the back office.

import { addOwnerLink } from '#lib/auth/repository/owner-link.ts'
import { env } from '#lib/core/env.ts'
import { closeDatabase } from '#lib/core/repository/client.ts'

const link = `${env.PUBLIC_URL}/setup/${await addOwnerLink()}`
await closeDatabase()
console.log(process.argv.includes('--quiet') ? link : `Open this link within one hour; it works once:\n${link}`)
