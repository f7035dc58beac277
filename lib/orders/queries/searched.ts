import 'server-only'
import { cache } from 'react'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Searched } from '#lib/core/repository/lists.ts'
import { takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, type StaffRole } from '#lib/core/rules/caller.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { withoutMarks } from '#lib/core/rules/typed-text.ts'
import { readSearch, wholeIccid } from '#lib/orders/rules/admin-orders.ts'

/** How many whole numbers somebody may try whose role reads only the ends of them. */
const TRIES = { points: 10, duration: 3600, longestBlockSeconds: 24 * 3600 }

/**
 * Returns what a text in a search means to a role. Of what the role may not see, a part means nothing: else the rest could
 * be found out digit by digit. A whole number is looked up; such a try is counted before, and written down.
 *
 * Throws `rate_limited` beyond ten tries in an hour. Within one page asked for once, however often it is called.
 */
export async function readSearched(caller: Caller, text: string): Promise<Searched> {
  const seesIccids = can(caller, 'iccids.see')
  const seesPersons = can(caller, 'persons.see')
  const iccid = wholeIccid(text)
  if (iccid !== null && !seesIccids && caller.kind === 'staff') await takeTry(caller.staffId, caller.role, iccid)
  const meanings = readSearch(text)
  const hidden = meanings.some(({ kind }) => kind === 'email') && !seesPersons

  return {
    // Compared as it stands with what is stored, which may be an address.
    text: hidden ? '' : withoutMarks(text),
    meanings: meanings.filter(({ kind }) => (kind !== 'email' || seesPersons) && (kind !== 'iccid_end' || seesIccids)),
  }
}

/** Returns what the text of a list's search means to a role, `null` where nothing is searched. Throws `rate_limited`. */
export async function readListSearch(caller: Caller, text: string): Promise<Searched | null> {
  return text === '' ? null : readSearched(caller, text)
}

/** Tells whether somebody has tried too many numbers that their role may not see; the try of this page is counted. */
export async function isSearchRefused(caller: Caller, text: string): Promise<boolean> {
  try {
    await readSearched(caller, text)

    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return true
    throw error
  }
}

// A page shows several things that one text finds.
const takeTry = cache(async (staffId: string, role: StaffRole, iccid: string): Promise<void> => {
  const wait = await takePoint('hidden-search', TRIES, staffId)
  if (wait !== null) throw new AppError('rate_limited', 'Too many searches.', { retryAfterSeconds: wait })
  const esim = await db().esim.findFirst({ where: { iccid }, select: { id: true } })
  await recordAudit({
    ...{ actor: `staff:${staffId}`, role, act: 'card.searched', subject: esim?.id ?? 'unknown' },
    after: { number: maskIccid(iccid), found: esim !== null },
  })
})
