import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * PostgreSQL refuses to run as root. In order of preference: the account that already owns the cluster, a user
 * namespace (no account is needed, the files stay ours, works below a 0700 directory), then the account `postgres` or
 * `nobody` with the files given to it.
 */
export function withoutRoot(data) {
  const direct = (file, args) => [file, args]
  if (process.getuid?.() !== 0) return { command: direct, options: {}, give: () => {}, how: 'same user' }

  const asAccount = (uid, gid, how) => ({
    command: direct,
    options: { uid, gid, cwd: '/' },
    give: (file) => execFileSync('chown', ['-R', `${uid}:${gid}`, file]),
    how,
  })
  const owner = fs.existsSync(data) ? fs.statSync(data) : null
  if (owner && owner.uid !== 0) return asAccount(owner.uid, owner.gid, `owner ${owner.uid}`)

  const namespace = ['--user', '--map-user=65534', '--map-group=65534']
  if (spawnSync('unshare', [...namespace, 'true']).status === 0) {
    const command = (file, args) => ['unshare', [...namespace, file, ...args]]
    return { command, options: {}, give: () => {}, how: 'user namespace' }
  }

  for (const account of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', account], { encoding: 'utf8' })
    const gid = spawnSync('id', ['-g', account], { encoding: 'utf8' })
    if (uid.status === 0 && gid.status === 0) {
      return asAccount(Number(uid.stdout), Number(gid.stdout), `account ${account}`)
    }
  }
  throw new Error('PostgreSQL cannot run as root here. Run as an ordinary user or set DATABASE_URL.')
}
