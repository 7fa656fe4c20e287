/** What a paper says that tells its kind. */
export type Cue =
  | 'note_title'
  | 'delivery_title'
  | 'invoice_title'
  | 'order_title'
  | 'sender'
  | 'receiver'
  | 'carrier'
  | 'handover'
  | 'load'
  | 'tax'
  | 'to_pay'
  | 'payment'
  | 'unit_price'
  | 'greeting'
  | 'closing'
  | 'dishes'

// Small letters without accents, single blanks; in Spanish, English, French, German, Italian and Portuguese.
const phrases: Readonly<Record<Cue, string>> = {
  note_title:
    'cmr|carta de porte|documento de control|consignment note|waybill|way bill|bill of carriage|lettre de voiture|' +
    'frachtbrief|cmr frachtbrief|lettera di vettura|declaracao de expedicao|guia de transporte|carta de porte internacional',
  delivery_title:
    'albaran|nota de entrega|delivery note|delivery docket|despatch note|dispatch note|packing list|bon de livraison|' +
    'bordereau de livraison|bordereau d expedition|lieferschein|ddt|documento di trasporto|bolla di consegna|' +
    'guia de remessa|nota de remessa',
  invoice_title:
    'factura|factura proforma|invoice|tax invoice|commercial invoice|proforma invoice|facture|rechnung|handelsrechnung|fattura|' +
    'fatura|factura recibo|fatura recibo|factura simplificada|credit note|gutschrift',
  order_title:
    'pedido|orden de compra|orden de pedido|confirmacion de pedido|orden de carga|orden de transporte|purchase order|' +
    'order confirmation|sales order|transport order|bon de commande|commande|confirmation de commande|ordre de transport|' +
    'bestellung|auftragsbestatigung|transportauftrag|ladeauftrag|ordine|ordine di acquisto|conferma d ordine|' +
    'ordine di trasporto|encomenda|nota de encomenda|ordem de compra|ordem de transporte|oferta|presupuesto|quotation|' +
    'devis|angebot|preventivo|orcamento',
  sender:
    'remitente|expedidor|cargador|sender|consignor|shipper|expediteur|absender|versender|mittente|speditore|remetente',
  receiver:
    'destinatario|consignatario|consignee|receiver|deliver to|ship to|destinataire|empfanger|lieferanschrift|destinatario',
  carrier:
    'transportista|porteador|carrier|haulier|transporteur|frachtfuhrer|spediteur|vettore|trasportatore|transportador|' +
    'transportadora',
  handover:
    'lugar de entrega|lugar de carga|lugar de descarga|place of delivery|place of loading|taking over|place designated|' +
    'lieu de livraison|lieu prevu|prise en charge|lieu de chargement|lieferort|ladeort|auslieferungsort|ubernahme|' +
    'luogo di consegna|luogo di carico|presa in carico|local de entrega|local de carga|lugar previsto|recibi|recibido conforme|' +
    'goods received|received by|marchandises recues|gut empfangen|ware erhalten|merce ricevuta|mercadoria recebida',
  load:
    'peso bruto|peso kg|peso total|bultos|pales|gross weight|packages|pallets|poids brut|colis|palettes|bruttogewicht|' +
    'packstucke|paletten|peso lordo|colli|bancali|volumes|matricula|vehicle|immatriculation|kennzeichen|targa|remolque|' +
    'trailer|remorque|anhanger|rimorchio|reboque',
  tax:
    'base imponible|cuota iva|iva incluido|tipo iva|vat amount|vat rate|net amount|plus vat|montant tva|total ht|total ttc|taux tva|' +
    'mwst|mehrwertsteuer|ust|nettobetrag|imponibile|aliquota|imposta|valor iva|taxa iva|incidencia|iva 21|iva 10|vat 20|' +
    'tva 20|iva 22|iva 23',
  to_pay:
    'total factura|importe total|total a pagar|total due|amount due|balance due|invoice total|grand total|net a payer|' +
    'montant total|gesamtbetrag|rechnungsbetrag|zahlbetrag|totale fattura|totale da pagare|totale documento|total da fatura',
  payment:
    'forma de pago|vencimiento|condiciones de pago|iban|payment terms|due date|bank details|conditions de paiement|echeance|' +
    'mode de reglement|zahlungsbedingungen|zahlbar|fallig|bankverbindung|scadenza|modalita di pagamento|data de vencimento|' +
    'condicoes de pagamento|numero de factura|factura n|fecha factura|fecha de factura|invoice number|invoice no|invoice date|' +
    'numero de facture|facture n|date de facture|rechnungsnummer|rechnungs nr|rechnungsdatum|fattura n|fatura n',
  unit_price:
    'precio unitario|precio unidad|p unitario|precio|unit price|price|prix unitaire|pu ht|einzelpreis|stuckpreis|prezzo unitario|prezzo|' +
    'preco unitario|preco|importe|amount|montant|betrag|importo',
  greeting:
    'estimado|estimada|estimados|muy senor mio|muy senores|distinguido|apreciado|dear|to whom it may|madame|monsieur|messieurs|' +
    'cher|chere|sehr geehrte|sehr geehrter|liebe|lieber|guten tag|egregio|egregi|gentile|gentili|spettabile|spett le|' +
    'caro|caros|prezado|prezados|exmo|exmos|exma|estimado cliente',
  closing:
    'atentamente|les saludamos|le saluda|un cordial saludo|saludos cordiales|reciban|yours faithfully|yours sincerely|kind regards|' +
    'best regards|sincerely|veuillez agreer|salutations|cordialement|mit freundlichen|freundliche grusse|hochachtungsvoll|' +
    'distinti saluti|cordiali saluti|atenciosamente|com os melhores cumprimentos|melhores cumprimentos|por la presente|' +
    'we hereby|par la presente|hiermit|con la presente|pela presente|vimos por este meio',
  dishes:
    'menu|menu del dia|carta|entrantes|primeros|segundos|postres|bebidas|ensalada|sopa|starters|main courses|mains|desserts|drinks|salad|soup|' +
    'entrees|plats|boissons|salade|potage|vorspeisen|hauptgerichte|hauptspeisen|nachspeisen|getranke|salat|suppe|speisekarte|antipasti|' +
    'primi|secondi|dolci|bevande|insalata|zuppa|entradas|pratos|sobremesas|ementa',
}

/** The words of each cue, in six languages; those that stand in several count once. */
export const cues: ReadonlyMap<Cue, readonly string[]> = new Map(
  (Object.keys(phrases) as Cue[]).map((cue) => [cue, [...new Set(phrases[cue].split('|'))]] as const),
)
