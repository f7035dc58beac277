import fs from 'node:fs'
import path from 'node:path'
import { StartError } from '../store/fail.mjs'

const KEEP_DAYS = 35
const NAME = /^landfall-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(?:\.age)?(\.part)?$/
// Longer than any backup takes: whoever was writing it is gone.
const PART_MS = 86_400_000

/** What the operator set: hours between backups (`null`: none by the clock), where they lie, how long, and for whom. */
export function readBackupSettings(env, dataDir) {
  const everyHours = readNumber(env, 'BACKUP_EVERY_HOURS')
  const recipients = (env.BACKUP_RECIPIENTS ?? '').split(',').flatMap((part) => part.trim() || [])
  const wrong = recipients.find((recipient) => !/^age1[a-z0-9]{20,}$/.test(recipient))
  if (wrong)
    throw new StartError(`BACKUP_RECIPIENTS: "${wrong.slice(0, 12)}…" is not a public key that begins with age1.`)

  return {
    everyHours,
    folder: path.resolve(dataDir, (env.BACKUP_DIR ?? '').trim() || 'backups'),
    keepDays: readNumber(env, 'BACKUP_KEEP_DAYS') ?? KEEP_DAYS,
    recipients,
  }
}

function readNumber(env, name) {
  const text = (env[name] ?? '').trim()
  if (text === '') return null
  const value = Number(text)
  if (!(value > 0)) throw new StartError(`${name} is "${text}": it must be a number above 0.`)

  return value
}

/**
 * Deletes the backups in a folder that are older than `keepDays`, by the time in their names; never the newest one. What a
 * process left half written goes after a day. Answers the names of the backups.
 */
export function deleteOldBackups(folder, keepDays, now = Date.now()) {
  const found = fs
    .readdirSync(folder)
    .flatMap((name) => {
      const match = NAME.exec(name)
      const parts = match?.slice(1, 7).map(Number)

      return parts ? [{ name, isWhole: !match[7], at: Date.UTC(parts[0], parts[1] - 1, ...parts.slice(2)) }] : []
    })
    .sort((a, b) => b.at - a.at)
  const whole = found.filter(({ isWhole }) => isWhole)
  const old = whole.slice(1).filter(({ at }) => now - at > keepDays * 86_400_000)
  const halves = found.filter(({ isWhole, at }) => !isWhole && now - at > PART_MS)
  for (const { name } of [...old, ...halves]) fs.rmSync(path.join(folder, name), { force: true })

  return old.map(({ name }) => name)
}
