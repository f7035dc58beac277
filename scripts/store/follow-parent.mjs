// Loaded before a child's own program (`node --import`). The supervisor holds the other end of standard input and never
// writes to it: when it closes, the supervisor is gone, killed perhaps, and the child must not stay behind.
import { postmasterToStop } from '../postgres/users.mjs'

const GRACE_MS = 10_000

// Next hands its preloads on to its workers through NODE_OPTIONS; theirs is a closed input that says nothing of us.
const handedOn = process.env.NODE_OPTIONS ?? ''
process.env.NODE_OPTIONS = handedOn.replace(/--import=\S*follow-parent\.mjs/, '').trim()

process.stdin.on('end', leave)
process.stdin.on('error', leave)
process.stdin.resume()
// Waiting for the parent is no reason to stay alive.
process.stdin.unref?.()

function leave() {
  const directory = process.env.EMBEDDED_POSTGRES_DIR
  if (directory) process.on('exit', () => stopDatabase(directory))
  setTimeout(() => process.exit(1), GRACE_MS).unref()
  if (process.listenerCount('SIGTERM') === 0) process.exit(1)
  process.kill(process.pid, 'SIGTERM')
}

function stopDatabase(directory) {
  const pid = postmasterToStop(directory)
  if (pid) process.kill(pid, 'SIGINT')
}
