/** A note as an integrator sends it: the eight fields of the interface and the usual others. */
export const exampleNote = {
  sender_company_name: 'Aceites Sierra Mágina S.L.',
  sender_address: 'Polígono Industrial Los Olivares, calle Jaén 14',
  sender_city: 'Jaén',
  sender_country: 'ES',
  receiver_company_name: 'Épicerie du Midi SARL',
  receiver_address: '12 avenue des Oliviers',
  receiver_city: 'Perpignan',
  receiver_country: 'FR',
  goods_description: 'Aceite de oliva virgen extra en garrafas de 5 litros, paletizado',
  goods_packages: 24,
  goods_weight_kg: 18400,
  pickup_date: '2026-12-01',
  carrier_company_name: 'Transportes Guadalquivir S.A.',
  vehicle_plate: '1234 LKM',
  reference: 'PED-2026-00417',
}
