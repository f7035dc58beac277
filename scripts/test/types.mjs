// Runs the type checker and says how many files of ours it read.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ROOT } from '../store/supervisor.mjs'
import { TOOLS } from './run.mjs'

const args = [path.join(ROOT, TOOLS.tsc), '--noEmit', '--listFiles', '-p', ROOT]
const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
const lines = stdout.split('\n')
const files = lines.filter((line) => path.isAbsolute(line))
console.log(lines.filter((line) => line && !path.isAbsolute(line)).join('\n'))
console.log(`types: ${files.filter((file) => file.startsWith(ROOT) && !file.includes('node_modules')).length} files`)
process.exit(status ?? 1)
