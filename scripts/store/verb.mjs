import fs from 'node:fs'
import path from 'node:path'
import { runToEnd } from './child.mjs'
import { ROOT } from './supervisor.mjs'

export function hasVerb(verb) {
  return fs.existsSync(path.join(ROOT, 'scripts', `${verb}.ts`))
}

/** Runs a verb that uses our own TypeScript, uncompiled. Answers its exit code and, with `collect`, what it printed. */
export function runVerb(verb, args, { env, collect, isQuiet = false }) {
  const program = path.join(ROOT, 'scripts', `${verb}.ts`)
  const own = { ...env, NODE_ENV: 'production', WORKER: 'off', ...(isQuiet && { LOG_LEVEL: 'warn' }) }

  return runToEnd({ program, args, flags: ['--conditions=react-server'], cwd: ROOT, env: own, collect })
}
