import type { ReactNode } from 'react'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import type { Tone } from '#components/ui/notice.tsx'

const TONES: Record<Tone, string> = {
  plain: 'badge',
  good: 'badge bg-sea-wash text-sea-text',
  wait: 'badge bg-amber-wash text-amber-text',
  bad: 'badge bg-rust-wash text-rust',
}

export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={TONES[tone]}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}
