/** Bodies that the OpenAPI document shows; tests send them as they stand. */
export const createExample = {
  sender_company_name: 'Aceites del Sur S.L.',
  sender_address: 'Polígono La Negrilla, calle Arquímedes 14',
  sender_city: 'Sevilla',
  receiver_company_name: 'Épicerie Durand SARL',
  receiver_address: '12 rue des Carmes',
  receiver_city: 'Toulouse',
  goods_description: '20 palés de aceite de oliva virgen extra',
  pickup_date: '2026-12-01',
  reference: 'PED-2026-0417',
  receiver_country: 'FR',
  goods_weight_kg: 14800,
} as const

export const updateExample = {
  carrier_company_name: 'Transportes Guadalquivir S.A.',
  vehicle_plate: '1234 LMN',
  status: 'assigned',
} as const
