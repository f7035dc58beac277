import type { ReactNode } from 'react'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import type { Tone } from '#components/ui/notice.tsx'

export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={tone === 'plain' ? 'badge' : `badge badge-${tone}`}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}
