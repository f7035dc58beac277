import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { sealValue } from '#lib/core/repository/sealed.ts'

/** An eSIM as it came with an order. `code` is the emitted activation code, sealed before it is stored. */
export type NewEsim = {
  id: string
  iccid: string
  itemId: string
  orderNum: string
  position: number
  priceShareMinor: number
  code: string | null
  codeIssue: string | null
  /** How many fields agreed on the code; left out where there is none. */
  codeSources?: number
  activateBefore: string | null
  travellerName: string | null
}

/** Stores eSIMs, their codes sealed. Returns how many were new: an ICCID belongs to one purchase for ever. */
export async function addEsims(esims: NewEsim[], tx: Tx): Promise<number> {
  const data = esims.map(({ code, ...esim }) => ({
    ...esim,
    sealedCode: code === null ? null : sealValue(code, placeOf(esim.id)),
  }))
  const { count } = await tx.esim.createMany({ data, skipDuplicates: true })

  return count
}

/** Adds the code of an eSIM that came without one. An existing code stays. */
export async function addCode(
  esim: Pick<NewEsim, 'id' | 'codeIssue' | 'codeSources' | 'activateBefore'> & { code: string },
  tx: Tx,
): Promise<void> {
  await tx.esim.updateMany({
    where: { id: esim.id, sealedCode: null },
    data: {
      sealedCode: sealValue(esim.code, placeOf(esim.id)),
      codeIssue: esim.codeIssue,
      ...(esim.codeSources === undefined ? {} : { codeSources: esim.codeSources }),
      ...(esim.activateBefore === null ? {} : { activateBefore: esim.activateBefore }),
    },
  })
}

/** Where the code of an eSIM is sealed to. */
export function placeOf(esimId: string) {
  return { table: 'Card', id: esimId, field: 'sealedCode' }
}

/** Which of these ICCIDs are stored already. */
export async function findKnownIccids(iccids: string[], client: Tx = db()): Promise<Set<string>> {
  const rows = await client.esim.findMany({ where: { iccid: { in: iccids } }, select: { iccid: true } })

  return new Set(rows.map((row) => row.iccid))
}

/** An eSIM with what a reveal has to know. `null` when there is none. */
export async function getEsimToOpen(esimId: string, client: Tx = db()) {
  return client.esim.findUnique({
    where: { id: esimId },
    select: {
      id: true,
      iccid: true,
      itemId: true,
      sealedCode: true,
      cancelState: true,
      revealedAt: true,
      item: { select: { orderId: true, state: true } },
    },
  })
}

/** Says who an eSIM is for; `null` for nobody in particular. */
export async function nameTraveller(esimId: string, travellerName: string | null, tx: Tx): Promise<void> {
  await tx.esim.update({ where: { id: esimId }, data: { travellerName: travellerName || null }, select: { id: true } })
}

/**
 * Notes the first reveal of an eSIM. `false` when it was revealed before, or its cancellation has been asked for.
 *
 * A compare-and-set on the eSIM: a cancellation asked for at the same moment loses or wins, never both.
 */
export async function markRevealed(
  esimId: string,
  { by, consent, at }: { by: string; consent: Record<string, string | boolean>; at: Date },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.esim.updateMany({
    where: {
      id: esimId,
      revealedAt: null,
      codeRemovedAt: null,
      cancelState: { in: ['NONE', 'REFUSED'] },
      item: { state: 'DELIVERED' },
    },
    data: { revealedAt: at, revealedBy: by, revealConsent: consent },
  })

  return count === 1
}
