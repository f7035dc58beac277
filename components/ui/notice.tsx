import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from '#components/ui/icon.tsx'

export type Tone = 'plain' | 'good' | 'wait' | 'bad'

const ICONS: Record<Tone, IconName> = { plain: 'info', good: 'check', wait: 'info', bad: 'warning' }

const TONES: Record<Tone, string> = {
  plain: '',
  good: 'bg-sea-wash [&>.icon]:text-sea-text',
  wait: 'bg-amber-wash [&>.icon]:text-amber-text',
  bad: 'bg-rust-wash [&>.icon]:text-rust',
}

type NoticeProps = ComponentProps<'div'> & { tone?: Tone; icon?: IconName }

/** A calm line that says something. State is said by words and icon, never by colour alone. */
export function Notice({ tone = 'plain', icon, className, children, ...rest }: NoticeProps) {
  const classes = ['notice', TONES[tone], className].filter(Boolean).join(' ')

  return (
    <div {...rest} className={classes}>
      <Icon name={icon ?? ICONS[tone]} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** Why something did not work, said at once; nothing while there is nothing to say. */
export function Problem({ children }: { children: ReactNode }) {
  return children ? (
    <Notice tone="bad" role="alert">
      {children}
    </Notice>
  ) : null
}
