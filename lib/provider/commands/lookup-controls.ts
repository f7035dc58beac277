import 'server-only'
import type { z } from 'zod'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { newItemRef } from '#lib/core/rules/ids.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { listKnownReferences } from '#lib/fulfilment/repository/provider-orders.ts'
import {
  afterControls,
  type ControlResult,
  type LookUpProof,
  toLookUpProof,
} from '#lib/fulfilment/rules/unknown-attempt.ts'
import { getCapabilities, learnCapability } from '#lib/provider/commands/capabilities.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { lockCapabilities } from '#lib/provider/repository/capabilities.ts'
import { isNotFound } from '#lib/provider/rules/provider-failure.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

const KEY = 'lookup.reference'
const KNOWN_FOR_MS = 80 * 86_400_000
const MAX_KNOWN = 3

/**
 * What the controls of one look say. `areBothGood`: the positive one within the last hour. `isNotFoundEmpty`: what nobody has
 * used was answered by "not found", and what is known was found beside it, so that this answer means that there is nothing.
 */
export type Controls = {
  lookup: LookUpProof['lookup']
  isFilterKept: boolean
  areBothGood: boolean
  isNotFoundEmpty: boolean
}

/**
 * Asks the provider two questions whose answers we know: a reference that nobody has used must find nothing, and one of
 * an order of ours must find exactly it. What is learned is stored for all processes.
 */
export async function checkControls(): Promise<Controls> {
  const before = await readProof()
  // A look-up that was disproven, or whose reference is not sent, is not asked again by software.
  if (before.lookup === 'no') {
    return { lookup: 'no', isFilterKept: false, areBothGood: false, isNotFoundEmpty: false }
  }
  const { negative, isByCode } = await checkNegative()
  // The code also stands for what could not be done: then only what is found at the same time tells the two apart.
  const isDue = isByCode || !isRecent(before.positiveAt)
  const positive = isDue && negative === 'good' ? await checkPositive() : 'open'
  const after = afterControls(before, { negative, positive, at: new Date() })
  await storeProof(before, after)

  return {
    lookup: after.lookup,
    isFilterKept: negative === 'good',
    areBothGood:
      negative === 'good' && isRecent(after.positiveAt) && after.lookup === 'yes' && (!isByCode || positive === 'good'),
    isNotFoundEmpty: isByCode && positive === 'good',
  }
}

/** Uses the controls once more while nothing is proven: each order that was accepted could prove it. */
export async function learnLookUp(): Promise<void> {
  const { lookup } = await readProof()
  if (lookup === 'unproven') await checkControls()
}

/** Tells whether an order that we know is found by its number now: what a search does not find beside it is not there. */
export async function isKnownFound(): Promise<boolean> {
  for (const { orderNum } of await listKnown()) if (await isListed(orderNum)) return true

  return false
}

async function checkNegative(): Promise<{ negative: ControlResult; isByCode: boolean }> {
  const page = await search({ outerOrderId: newItemRef(new Date(), 'NC'), pageSize: 1 })
  if (page === null) return { negative: 'good', isByCode: true }
  if (page.rows.length > 0 || (page.total ?? 0) > 0) return { negative: 'failed', isByCode: false }

  return { negative: page.total === 0 ? 'good' : 'open', isByCode: false }
}

/** Asks for known orders by reference, the newest first, until one of them says something. */
async function checkPositive(): Promise<ControlResult> {
  for (const known of await listKnown()) {
    const result = await findKnown(known)
    if (result !== 'open') return result
  }

  return 'open'
}

async function findKnown({ itemRef, orderNum }: { itemRef: string; orderNum: string }): Promise<ControlResult> {
  const found = ((await search({ outerOrderId: itemRef }))?.rows ?? []).map((row) => row.orderNum)
  // More than the one we know is no failure of the look-up: a late order may have come to light under it.
  if (found.includes(orderNum)) return found.length === 1 ? 'good' : 'open'
  // Only an order that the list does show by its number proves that the reference is what fails.
  return (await isListed(orderNum)) ? 'failed' : 'open'
}

async function isListed(orderNum: string): Promise<boolean> {
  return (await search({ orderNum }))?.rows.some((row) => row.orderNum === orderNum) ?? false
}

function listKnown() {
  return listKnownReferences(new Date(Date.now() - KNOWN_FOR_MS), MAX_KNOWN)
}

/** `null` where the provider answers that there is no such thing. */
async function search(question: z.input<typeof searchOrders.params>) {
  try {
    return await currentProvider().call(searchOrders, question)
  } catch (error) {
    if (!isNotFound(error)) throw error

    return null
  }
}

async function readProof(client: Tx = db()): Promise<LookUpProof> {
  const { referenceLookup } = await getCapabilities(client)
  const row = await client.capability.findUnique({ where: { key: KEY }, select: { evidence: true } })

  return toLookUpProof(referenceLookup, row?.evidence)
}

async function storeProof(before: LookUpProof, after: LookUpProof): Promise<void> {
  const { lookup, ...evidence } = after
  if (isSame(before, after)) return
  await transaction(async (tx) => {
    await lockCapabilities(tx)
    const now = await readProof(tx)
    // Who began earlier knows less: what was found out, or set by hand, meanwhile stays, but for a look-up that failed.
    if (!isSame(before, now) && (lookup !== 'no' || now.lookup !== 'yes')) return
    await learnCapability({ key: KEY, value: lookup, evidence }, tx)
    if (lookup === 'no' && now.lookup !== 'no') {
      await openDiscrepancy({ kind: 'lookup_lost', subject: KEY, evidence: { before: now.lookup, ...evidence } }, tx)
    }
  })
}

function isSame(one: LookUpProof, other: LookUpProof): boolean {
  return (Object.keys(other) as (keyof LookUpProof)[]).every((key) => one[key] === other[key])
}

function isRecent(at: string | null): boolean {
  return at !== null && Date.now() - Date.parse(at) < scaled(TIMERS.positiveControlEvery)
}
