import type { CapabilityChange } from '#lib/provider/schema.ts'
import 'server-only'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { resumeSales } from '#lib/checkout/commands/sales-pause.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, can, type StaffMember } from '#lib/core/rules/caller.ts'
import { listCapabilities, saveCapability } from '#lib/provider/repository/capabilities.ts'
import {
  CAPABILITY_VALUES,
  type Capabilities,
  type CapabilityKey,
  capabilityValues,
  toCapabilities,
} from '#lib/provider/rules/capabilities.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'

/** What the provider is known or assumed to do now, set by people or learned. */
export async function getCapabilities(client?: Tx): Promise<Capabilities> {
  return toCapabilities(await listCapabilities(client))
}

/**
 * Sets a capability by hand, with audit. What was learned about looking orders up is forgotten, and the catalogue is
 * shown anew, because plans may come or go with it.
 *
 * Throws `forbidden`, `bad_input` for a value that the capability cannot have, and `conflict` when somebody else has set
 * it since the page was shown.
 */
export async function setCapability(caller: StaffMember, change: CapabilityChange): Promise<void> {
  if (!can(caller, 'settings.change')) throw new AppError('forbidden', 'This needs the right to change settings.')
  requireValue(change)
  const updatedBy = actorOf(caller)
  await transaction(async (tx) => {
    await lockSettings(tx)
    if (capabilityValues(await getCapabilities(tx))[change.key] !== change.seen) {
      const details = { reason: 'settings_changed', fields: [change.key] }
      throw new AppError('conflict', 'Somebody else has changed this.', details)
    }
    const before = await saveCapability({ key: change.key, value: change.value, updatedBy }, tx)
    if (change.key.startsWith('order.')) {
      await saveCapability({ key: 'lookup.reference', value: 'unproven', updatedBy }, tx)
    }
    await recordAudit(
      {
        actor: updatedBy,
        role: caller.role,
        act: 'capability.set',
        subject: change.key,
        reason: change.reason,
        ...(before !== null && { before }),
        after: change.value,
      },
      tx,
    )
    await raiseCatalogVersion(tx)
  })
  await resumeSales(updatedBy, 'placements_refused')
}

/** Notes what was learned about the provider, with the evidence for it. Throws `bad_input` like `setCapability`. */
export async function learnCapability(
  learned: { key: CapabilityKey; value: string; evidence: Record<string, string | number | boolean | null> },
  client?: Tx,
): Promise<void> {
  requireValue(learned)
  await saveCapability({ ...learned, updatedBy: 'store' }, client)
}

function requireValue({ key, value }: { key: CapabilityKey; value: string }): void {
  if (!CAPABILITY_VALUES[key].safeParse(value).success) throw new AppError('bad_input', `${key} has no such value.`)
}
