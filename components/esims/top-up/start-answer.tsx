import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Notice, type Tone } from '#components/ui/notice.tsx'
import type { TopUpOffer } from '#lib/esims/client/top-ups.ts'

const TONES: Record<TopUpOffer['start']['kind'], Tone> = { today: 'good', waits: 'wait', unknown: 'wait' }

/** Whether the data of a new plan can be used today. Where the network does not say, neither do we. */
export function StartAnswer({ start, card }: { start: TopUpOffer['start']; card: 'esim' | 'sim' }) {
  const t = useTranslations('topup.start')
  const { kind, from } = start
  const words = from === null || kind === 'today' ? kind : (`${kind}From` as const)

  return (
    <Notice tone={TONES[kind]} icon={kind === 'unknown' ? 'unknown' : 'clock'}>
      <b>{t(`${kind}Head`)}</b>{' '}
      {t.rich(words, { card, at: () => (from === null ? '' : <LocalTime at={new Date(from)} show="moment" />) })}
    </Notice>
  )
}
