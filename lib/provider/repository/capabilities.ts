import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
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
