import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { IconName } from '#components/ui/icon.tsx'
import type { ShareState, ShareView } from '#lib/esims/rules/shares.ts'

type BadgeStyle = { tone: 'good' | 'wait' | 'plain'; icon: IconName }

const BADGES: Record<ShareState, BadgeStyle> = {
  sent: { tone: 'wait', icon: 'clock' },
  opened: { tone: 'good', icon: 'person' },
  revealed: { tone: 'good', icon: 'check' },
  first_data: { tone: 'good', icon: 'check' },
  taken_back: { tone: 'plain', icon: 'back' },
  swapped: { tone: 'plain', icon: 'back' },
  closed: { tone: 'wait', icon: 'lock' },
  expired: { tone: 'plain', icon: 'clock' },
}

/** How far a share is, in one item. */
export function ShareLine({ share }: { share: ShareView }) {
  const t = useTranslations('share')
  const at = share.endedAt ?? (share.state === 'expired' ? share.expiresAt : share.madeAt)

  return (
    <div className="grid justify-items-start gap-1.5">
      <Badge {...BADGES[share.state]}>{t(`state.${share.state}`)}</Badge>
      <p className="small soft">{t.rich(`why.${share.state}`, { at: () => <LocalTime at={at} show="moment" /> })}</p>
    </div>
  )
}
