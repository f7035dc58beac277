'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ShareBox } from '#components/esims/shares/share-box.tsx'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'
import { nameTraveller } from '#lib/esims/client/shares.ts'
import type { ShareView } from '#lib/esims/rules/shares.ts'

type TravellerPanelProps = {
  card: { id: string; travellerName: string | null; isSealed: boolean }
  destination: string
  /** The latest share of this card; null when it was never given to anybody. */
  share: ShareView | null
}

/** Who an eSIM is for: a name, and a link of its own for this person. */
export function TravellerPanel({ card, destination, share }: TravellerPanelProps) {
  const t = useTranslations('share')
  const router = useRouter()
  const isOnline = useOnline()
  const [name, setName] = useState(card.travellerName ?? '')
  const [outcome, setOutcome] = useState<'saving' | 'saved' | 'failed' | null>(null)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setOutcome('saving')
    try {
      await nameTraveller(card.id, name.trim())
      setOutcome('saved')
      router.refresh()
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <Panel className="no-print share-panel" id="traveller">
      <div>
        <h2>{t('heading')}</h2>
        <form className="share-name" onSubmit={save}>
          <TextField
            id={`name-${card.id}`}
            label={t('name')}
            value={name}
            maxLength={80}
            autoComplete="off"
            error={outcome === 'failed' ? t('nameFailed') : null}
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            size="small"
            type="submit"
            disabled={outcome === 'saving' || name.trim() === (card.travellerName ?? '') || !isOnline}
            aria-describedby={`offline-${card.id}-name`}
          >
            {t('saveName')}
          </Button>
        </form>
        <OfflineReason id={`offline-${card.id}-name`} />
        <p className="small soft" role="status">
          {outcome === 'saved' ? t('nameSaved') : null}
        </p>
      </div>
      <ShareBox card={card} destination={destination} share={share} name={name.trim()} onName={setName} />
    </Panel>
  )
}
