import { db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { callsLogged } from '#lib/provider/commands/current-provider.ts'
import { note, type World } from '#tests/support/model/world.ts'
import { livingOrders, paymentLedger, placements, type Started } from '#tests/support/sale.ts'

/** What of a world the judge looks at. */
type Judged = Pick<World, 'sale' | 'orders' | 'seen'>

/** Compares the books of both outside parties with ours, order by order. Returns what does not agree. */
export async function judge(world: Judged): Promise<string[]> {
  await callsLogged()
  const { sale } = world
  const calls = sale.shop.provider.control.calls().map(({ path, params, orderNum }) => ({
    path,
    reference: params.otherItemId ?? null,
    orderNum,
  }))
  const breaches = await checkInvariants(calls)
  const ledger = await paymentLedger(sale)
  const found: string[] = breaches.map(({ invariant, subject, detail }) => `${invariant} ${subject}: ${detail}`)
  for (const started of world.orders) found.push(...(await judgeOrder(world, started, ledger)))

  return found
}

type Ledger = Awaited<ReturnType<typeof paymentLedger>>

async function judgeOrder(world: Judged, started: Started, ledger: Ledger): Promise<string[]> {
  const { sale } = world
  const item = await db().orderItem.findUniqueOrThrow({
    where: { id: started.itemId },
    select: { state: true, reason: true, itemRef: true, priceMinor: true, esims: true, attempts: true },
  })
  const returns = await db().cancelAttempt.findMany({ where: { itemId: started.itemId }, orderBy: { askedAt: 'asc' } })
  const { state, reason } = item
  note(world, `ends ${state}${state === 'HELD' ? ` ${reason}` : ''}`)
  const payments = ledger.payments.filter(({ reference }) => reference === started.number)
  const kept = payments.reduce((sum, payment) => sum + payment.captured - payment.refunded, 0)
  const authorised = payments.filter(({ status }) => status === 'authorised').length
  const living = livingOrders(sale, item.itemRef)
  const places = placements(sale, item.itemRef)
  const references = places.map(({ params }) => params.otherItemId)
  const stays = item.esims.filter(({ cancelState }) => cancelState !== 'MONEY_BACK')
  const share = stays.reduce((sum, esim) => sum + esim.priceShareMinor, 0)
  const say = (what: string) => `${started.number} ${state} ${reason ?? ''}: ${what}`
  const wrong: string[] = []
  if (new Set(references).size !== references.length) wrong.push(say(`called twice: ${references.join()}`))
  if (state === 'HELD') return wrong
  if (!['DELIVERED', 'REFUNDED', 'CANCELLED', 'EXPIRED'].includes(state)) return [...wrong, say('has not ended')]
  const isDelivered = state === 'DELIVERED'
  if (living.length !== (isDelivered ? 1 : 0)) wrong.push(say(`${living.length} living orders`))
  if (authorised > 0) wrong.push(say('a hold stands'))
  if (kept !== (isDelivered ? share : 0)) wrong.push(say(`${kept} kept of ${item.priceMinor}, ${share} explained`))
  for (const esim of item.esims)
    if (isOpenedBehindCancellation(esim, returns)) wrong.push(say(`card ${esim.id} went back and was opened`))
  // What became of the eSIMs of a request that a person decides is known to nobody; their money stays until then.
  const open = item.esims.filter(({ cancelState }) => cancelState === 'OPEN').map(({ iccid }) => iccid)
  if (open.length > 0) note(world, 'return with a person')
  const alive = living.flatMap(({ liveIccids }) => liveIccids.filter((iccid) => !open.includes(iccid))).toSorted()
  const ours = stays.flatMap(({ iccid }) => (open.includes(iccid) ? [] : iccid)).toSorted()
  if (isDelivered && alive.join() !== ours.join()) wrong.push(say(`cards ${alive.join()} there, ${ours.join()} here`))

  return wrong
}

type Answer = { esimId: string; facts: { name: string; value: string | null }[] }

/** A sealed card that was asked back stays sealed: who could still open it had the eSIM and the money. */
function isOpenedBehindCancellation(
  esim: { id: string; revealedAt: Date | null; cancelState: string },
  returns: { answer: unknown }[],
): boolean {
  const answers = returns.flatMap(({ answer }) => (answer as { esims?: Answer[] } | null)?.esims ?? [])
  const last = answers.findLast(({ esimId }) => esimId === esim.id)

  const wasUnrevealed = last?.facts.some(({ name, value }) => name === 'revealed_at' && value === null) ?? false

  return esim.cancelState === 'MONEY_BACK' && esim.revealedAt !== null && wasUnrevealed
}
