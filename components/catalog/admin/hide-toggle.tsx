'use client'

import { useTranslations } from 'next-intl'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { hidePartner, hidePlan } from '#lib/catalog/client/catalog.ts'

type HideToggleProps = { what: { planId: string } | { partnerId: number }; name: string; isHidden: boolean }

/** Hides a plan or a partner from the shop, or shows it again. */
export function HideToggle({ what, name, isHidden }: HideToggleProps) {
  const t = useTranslations('admin-catalogue.hide')

  return (
    <AtOnce
      press={t(isHidden ? 'show' : 'hide')}
      name={t(isHidden ? 'showOne' : 'hideOne', { name })}
      send={() => ('planId' in what ? hidePlan(what.planId, !isHidden) : hidePartner(what.partnerId, !isHidden))}
      tell={() => null}
    />
  )
}
