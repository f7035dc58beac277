import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { type SettingKey, type SettingValue, toSetting } from '#lib/settings/rules/settings.ts'

const LOCK = 7_316_021

/** Reads a setting that the operator stored, `null` when it was never set. The caller checks its type. */
export async function findSetting(key: string, client: Tx = db()): Promise<unknown> {
  const row = await client.setting.findUnique({ where: { key }, select: { value: true } })

  return row?.value ?? null
}

/** The settings asked for, each as its schema reads it; `null` where none is stored. */
export type Settings<Key extends SettingKey> = { [One in Key]: SettingValue<One> | null }

/** Reads several settings with one question. */
export async function readSettings<Key extends SettingKey>(
  keys: readonly Key[],
  client: Tx = db(),
): Promise<Settings<Key>> {
  const rows = await client.setting.findMany({ where: { key: { in: [...keys] } }, select: { key: true, value: true } })
  const stored = new Map(rows.map(({ key, value }) => [key, value]))

  return Object.fromEntries(keys.map((key) => [key, toSetting(key, stored.get(key))])) as Settings<Key>
}

/** Keeps every other change of settings waiting until this transaction ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`
}

/** A value for a setting and who says so; `null` puts the default back. */
export type NewSetting = { key: string; value: Prisma.InputJsonValue | null; setBy: string }

/** Stores a setting. */
export async function storeSetting({ key, value, setBy }: NewSetting, tx: Tx): Promise<void> {
  if (value === null) {
    await tx.setting.deleteMany({ where: { key } })
    return
  }
  const data = { value, updatedBy: setBy, updatedAt: new Date() }
  await tx.setting.upsert({ where: { key }, create: { key, ...data }, update: data, select: { key: true } })
}
