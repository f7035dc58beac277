// `npm run admin:create`: a link with which somebody becomes an owner of the back office. With `--first` only at the
// first start of a store.

import { addFirstOwnerLink, addOwnerLink } from '#lib/auth/repository/staff-invites.ts'
import { env } from '#lib/core/env.ts'
import { closeDatabase } from '#lib/core/repository/client.ts'

const token = process.argv.includes('--first') ? await addFirstOwnerLink() : await addOwnerLink()
await closeDatabase()
if (token) {
  const link = `${env.PUBLIC_URL}/setup/${token}`
  console.log(process.argv.includes('--quiet') ? link : `Open this link within one hour; it works once:\n${link}`)
}
