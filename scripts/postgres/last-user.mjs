import path from 'node:path'
import { otherUsers, postmasterPid } from './users.mjs'

/** The process id of a server that nobody uses any more; `null` when there is none, or somebody still does. */
export function postmasterToStop(directory) {
  return otherUsers(directory).length === 0 ? postmasterPid(path.join(directory, 'pgdata')) : null
}
