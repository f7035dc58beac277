import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { CapabilityKey } from '#lib/provider/rules/capabilities.ts'

/** Reads every stored capability; what is not stored has its default. */
export async function listCapabilities(client: Tx = db()): Promise<{ key: string; value: string }[]> {
  return client.capability.findMany({ select: { key: true, value: true } })
}

/** A value for a capability, who says so, and what it was learned from. */
export type NewCapability = {
  key: CapabilityKey
  value: string
  updatedBy: string
  evidence?: Prisma.InputJsonObject
}

/** Stores a capability and returns what it was before, `null` when it had never been stored. */
export async function saveCapability(change: NewCapability, client: Tx = db()): Promise<string | null> {
  const { key, value, updatedBy } = change
  const before = await client.capability.findUnique({ where: { key }, select: { value: true } })
  const data = { value, updatedBy, updatedAt: new Date(), evidence: change.evidence ?? Prisma.DbNull }
  await client.capability.upsert({ where: { key }, create: { key, ...data }, update: data, select: { key: true } })

  return before?.value ?? null
}

/** An answer of the network as it is told apart from others: where, which number, which words. */
export type AnswerKey = { endpoint: string; code: number; messageHash: string }

/** An answer whose orders were found absent, with how many of them there are. */
export type ProvenAnswer = AnswerKey & { message: string | null; proofs: number }

const ENDPOINT = 'placeOrder'

/** Answers to order calls that stand in no list, and after which no order was ever found, by how many lines prove it. */
export async function listProvenAnswers(leastProofs: number): Promise<ProvenAnswer[]> {
  const rows = await db().$queryRaw<Omit<ProvenAnswer, 'endpoint'>[]>`
    SELECT "code", "evidence" ->> 'messageHash' AS "messageHash", max("evidence" ->> 'message') AS "message",
      count(DISTINCT "lineId")::int AS "proofs"
    FROM "Attempt"
    WHERE "state" = 'ABSENT' AND "class" = 'UNKNOWN' AND "code" IS NOT NULL AND "evidence" ->> 'messageHash' IS NOT NULL
    GROUP BY "code", "evidence" ->> 'messageHash'
    HAVING count(DISTINCT "lineId") >= ${leastProofs}
    ORDER BY "proofs" DESC`

  return rows.map((row) => ({ endpoint: ENDPOINT, ...row }))
}

/** The answers that were filed as refusals, newest first; `undoneAt` is set for those that were withdrawn. */
export async function listFiledAnswers() {
  return db().learnedAnswer.findMany({ orderBy: { filedAt: 'desc' }, take: 100 })
}

/** Tells whether a person has filed this answer as a refusal. */
export async function isFiled({ endpoint, code, messageHash }: AnswerKey): Promise<boolean> {
  return (await db().learnedAnswer.count({ where: { endpoint, code, messageHash, undoneAt: null } })) > 0
}

/** Files an answer as a refusal. `null` when it is filed already. */
export async function addFiledAnswer(
  answer: ProvenAnswer & { reason: string; filedBy: string },
  tx: Tx,
): Promise<string | null> {
  const id = newId('lea')
  const { count } = await tx.learnedAnswer.createMany({ data: [{ id, ...answer }], skipDuplicates: true })

  return count === 1 ? id : null
}

/** Withdraws a filed answer. `false` when somebody did before. */
export async function undoFiledAnswer(id: string, by: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.learnedAnswer.updateMany({
    where: { id, undoneAt: null },
    data: { undoneAt: new Date(), undoneBy: by },
  })

  return count === 1
}

/** Lets nobody else note what the provider does until the transaction ends. */
export async function lockCapabilities(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE "Capability" IN SHARE ROW EXCLUSIVE MODE`
}
