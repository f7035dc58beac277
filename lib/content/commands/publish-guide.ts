import 'server-only'
import { checkGuide, findTaken } from '#lib/content/commands/check-guide.ts'
import { changedMeanwhile } from '#lib/content/commands/save-guide.ts'
import { isShopPage } from '#lib/content/commands/shop-pages.ts'
import {
  findPlace,
  findStatus,
  findVersion,
  type GuideKey,
  type GuideStatus,
  listDue,
  saveStatus,
} from '#lib/content/repository/guides.ts'
import { readTable, saveTable } from '#lib/content/repository/redirects.ts'
import { isStopping } from '#lib/content/rules/guide-document.ts'
import { guidePath, isShippedHelp, withMove } from '#lib/content/rules/public-route.ts'
import { eachRow } from '#lib/core/commands/each-row.ts'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { instantOf } from '#lib/core/rules/zoned-time.ts'
import { renewPages } from '#lib/settings/commands/change-settings.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'

/** A guide in one language; `seen` is the version that the page showed. */
export type SeenGuide = GuideKey & { seen: number }

/** `isSure`: what is wrong with the text and can be shown nevertheless was read. */
export type Publishing = SeenGuide & { isSure: boolean }

/**
 * Shows the newest version of a guide from now on. An address that it had leads to the one that it has.
 *
 * Throws `forbidden`, `not_found`, and `conflict` with the reason `settings_changed` when there is a newer version than the
 * one that was shown, `check` or, where `isSure` would do, `unsure` when something is wrong with the text (`lines`: what, by
 * line and kind), `taken` when another page has the address.
 */
export async function publishGuide(caller: Caller, input: Publishing): Promise<void> {
  const staff = requirePermission(caller, 'settings.change')
  await requireChecked(input)
  await transaction(async (tx) => {
    await lockSettings(tx)
    const status = await requireStatus(input, tx)
    if (status.shownVersion === status.version && status.dueAt === null) return
    await show({ status, version: status.version, by: actorOf(staff), role: staff.role, at: new Date() }, tx)
  })
}

/** A time as clocks of a zone show it: `YYYY-MM-DDTHH:MM`. */
type ZonedTime = { local: string; zone: string }

/**
 * Lets the newest version be shown at a time. Throws as `publishGuide` does, and `bad_input` with the reason `time` for no
 * time of that zone or `past`.
 */
export async function scheduleGuide(caller: Caller, input: Publishing, { local, zone }: ZonedTime): Promise<Date> {
  const staff = requirePermission(caller, 'settings.change')
  const dueAt = instantOf(local, zone)
  if (!dueAt) throw new AppError('bad_input', 'There is no such time.', { reason: 'time', fields: ['at'] })
  if (dueAt.getTime() <= Date.now()) {
    throw new AppError('bad_input', 'This time has passed.', { reason: 'past', fields: ['at'] })
  }
  await requireChecked(input)
  await transaction(async (tx) => {
    await lockSettings(tx)
    const { version } = await requireStatus(input, tx)
    const by = actorOf(staff)
    const due = { dueAt, dueVersion: version, dueZone: zone, dueBy: by, stopReason: null }
    await saveStatus(input, due, tx)
    const after = { version, at: dueAt.toISOString(), zone }
    await recordAudit({ ...actedBy(staff), act: 'guide.scheduled', subject: subjectOf(input), after }, tx)
  })

  return dueAt
}

/** Lets nothing be shown at a time any more; what is shown stays. Throws `forbidden`, `not_found` and `conflict`. */
export async function unscheduleGuide(caller: Caller, input: SeenGuide): Promise<void> {
  const staff = requirePermission(caller, 'settings.change')
  await transaction(async (tx) => {
    await lockSettings(tx)
    const { dueAt, dueVersion } = await requireStatus(input, tx)
    if (dueAt === null) return
    await saveStatus(input, NOT_DUE, tx)
    const before = { version: dueVersion, at: dueAt.toISOString() }
    await recordAudit({ ...actedBy(staff), act: 'guide.unscheduled', subject: subjectOf(input), before }, tx)
  })
}

/**
 * Takes a guide out of the shop. Its addresses lead to `to`, a page of the shop, for as long as it is not shown again.
 *
 * Throws `forbidden`, `not_found`, `bad_input` with the reason `no_page`, and `conflict`.
 */
export async function withdrawGuide(caller: Caller, input: SeenGuide, to: string): Promise<void> {
  const staff = requirePermission(caller, 'settings.change')
  await transaction(async (tx) => {
    await lockSettings(tx)
    const status = await requireStatus(input, tx)
    if (status.slug === null) throw new AppError('conflict', 'The guide is not shown.', { reason: 'not_shown' })
    const before = guidePath(status.locale, status.slug, status.place)
    if (to === before || !(await isShopPage(to, tx))) {
      throw new AppError('bad_input', 'The shop has no such page.', { reason: 'no_page', fields: ['to'] })
    }
    await move(status, { after: null, otherwise: to, by: actorOf(staff) }, tx)
    const gone = { slug: null, shownVersion: null, withdrawnAt: new Date() }
    await saveStatus(input, { ...gone, ...NOT_DUE }, tx)
    const change = { before: { path: before }, after: { leadsTo: to } }
    await recordAudit({ ...actedBy(staff), act: 'guide.withdrawn', subject: subjectOf(input), ...change }, tx)
    await renewPages(tx)
  })
}

/**
 * Shows every guide whose time has come, once over all processes. Returns how many are shown.
 *
 * One whose address another page has taken meanwhile is stopped with its reason, for a person to look at.
 */
export async function publishDueGuides(now = new Date()): Promise<number> {
  let shown = 0
  await eachRow(await listDue(now), async (key) => {
    if (await transaction((tx) => publishDue(key, now, tx))) shown += 1
  })

  return shown
}

async function publishDue(key: GuideKey, now: Date, tx: Tx): Promise<boolean> {
  await lockSettings(tx)
  const status = await findStatus(key, tx)
  if (!status || status.dueAt === null || status.dueVersion === null || status.dueAt > now) return false
  try {
    await show({ status, version: status.dueVersion, by: status.dueBy ?? 'clock', at: now }, tx)

    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await saveStatus(key, { ...NOT_DUE, stopReason: 'taken' }, tx)
    const after = { reason: 'taken', version: status.dueVersion }
    await recordAudit({ actor: 'clock', act: 'guide.stopped', subject: subjectOf(key), after }, tx)
    log.warn('a scheduled guide was stopped', { kind: 'taken' })

    return false
  }
}

const NOT_DUE = { dueAt: null, dueVersion: null, dueZone: null, dueBy: null }

type Showing = { status: GuideStatus; version: number; by: string; role?: string; at: Date }

async function show({ status, version, by, role, at }: Showing, tx: Tx): Promise<void> {
  const { guideId, place, locale } = status
  const words = await findVersion(status, version, tx)
  if (!words) throw new AppError('not_found', 'There is no such version.')
  const { slug } = words
  if ((await findTaken({ guideId, place, locale, slug }, tx)) !== null) {
    throw new AppError('conflict', 'Another page has this address.', { reason: 'taken', fields: ['slug'] })
  }
  await move(status, { after: slug, otherwise: guidePath(locale, slug, place), by }, tx)
  const dates = { publishedAt: status.publishedAt ?? at, changedAt: at, withdrawnAt: null, stopReason: null }
  await saveStatus(status, { slug, shownVersion: version, ...dates, ...NOT_DUE }, tx)
  const change = { before: { version: status.shownVersion, slug: status.slug }, after: { version, slug } }
  const who = role === undefined ? { actor: by } : { actor: by, role }
  await recordAudit({ ...who, act: 'guide.published', subject: subjectOf(status), ...change }, tx)
  await renewPages(tx)
}

/** `after` is the address that it has from now on; `otherwise` is where its addresses lead while it has none. */
type Moving = { after: string | null; otherwise: string; by: string }

async function move(status: GuideStatus, { after, otherwise, by }: Moving, tx: Tx): Promise<void> {
  const table = await readTable(tx)
  const guide = `${status.guideId} ${status.locale}`
  // What stands there without it as well has no address to lose.
  const pathOf = (slug: string | null) =>
    slug === null || status.place === 'front_page' || isShippedHelp(status.place, slug)
      ? null
      : guidePath(status.locale, slug, status.place)
  const paths = { before: pathOf(status.slug), after: pathOf(after) }
  await saveTable(table, withMove(table, { guide, ...paths, otherwise }), by, tx)
}

async function requireStatus(input: SeenGuide, tx: Tx): Promise<GuideStatus> {
  const status = await findStatus(input, tx)
  if (!status) throw new AppError('not_found', 'There is no such guide.')
  if (status.version !== input.seen) throw changedMeanwhile()

  return status
}

/** What is read of the catalogue is read before the transaction: whoever publishes does not keep others waiting. */
async function requireChecked(input: Publishing): Promise<void> {
  const [words, place] = [await findVersion(input, input.seen), await findPlace(input.guideId)]
  if (!words || !place) throw new AppError('not_found', 'There is no such version.')
  const { problems } = await checkGuide({ ...input, place, words })
  const stops = problems.some(isStopping)
  if (problems.length === 0 || (input.isSure && !stops)) return
  const lines = problems.map(({ kind, line, what }) => `${line} ${kind} ${what}`.trim())
  throw new AppError('conflict', 'Something is wrong with the text.', { reason: stops ? 'check' : 'unsure', lines })
}

function actedBy(staff: StaffMember) {
  return { actor: actorOf(staff), role: staff.role }
}

function subjectOf({ guideId, locale }: GuideKey): string {
  return `${guideId}.${locale}`
}
