'use client'

import type { ReactNode } from 'react'
import { AddMessages } from '#components/ui/admin/messages/add-messages.tsx'
import { isolateValues } from '#lib/core/i18n/direction.ts'
import action from '#messages/ar/action.json'
import admin from '#messages/ar/admin.json'
import bulk from '#messages/ar/admin-bulk.json'

const MESSAGES = isolateValues('ar', { action, admin, 'admin-bulk': bulk })

export function ArabicMessages({ children }: { children: ReactNode }) {
  return <AddMessages messages={MESSAGES}>{children}</AddMessages>
}
