package text_test

import "testing"

// spanishUnfinished are messages in Spanish of work that is not done.
var spanishUnfinished = []string{
	"No tengo acceso a la carpeta de contabilidad.",
	"Me falta la contraseña de la cuenta del proveedor.",
	"Por favor, envíeme el número de contrato para continuar.",
	"No se pudo terminar la migración porque la base de datos no responde.",
	"No funciona, el servidor rechaza la conexión.",
	"¿Borro los extractos antiguos o solo los archivo?",
	"¿Cuál de las dos direcciones es la buena?",
	"Ahora voy a revisar los registros de anoche.",
	"Siguiente paso: lanzar la importación de clientes.",
	"Se agotó la cuota de hoy, mañana sigo.",
	"No voy a escribir reseñas falsas.",
	"Me niego a ayudar a saltarse el control.",
	"El presupuesto está listo, pero falta la firma del director.",
	"Ocho de las doce tiendas ya tienen la tarifa nueva, las otras cuatro siguen pendientes.",
	"La importación se detuvo en la línea 300 de 900.",
	"Sin la autorización de gerencia no puedo transferir nada.",
	"Todo preparado. En cuanto firme la señora Rojas, sale la carta.",
	"La cita todavía no está confirmada, la clínica no contesta.",
	"Lamentablemente ninguna solicitud recibió respuesta.",
	"No encontré la causa y lo dejo aquí.",
	"El formulario quedó mucho más bonito. El envío sigue fallando.",
	"La página pide un código que llegó a su teléfono.",
	"A la espera de respuesta del proveedor.",
	"La impresora no reacciona pese al reinicio.",
	"El informe está a medias.",
	"La lista de participantes no me ha llegado.",
	"¿Podría decirme desde cuándo se aplica la tarifa?",
	"Tiempo agotado durante la subida, operación abandonada.",
	"Aún falta la firma del propietario y el expediente está parado.",
	"La puerta sigue sin abrirse con la aplicación.",
	"Imposible contactar con el transportista.",
	"Necesitaría permisos de administrador.",
	"No me dio tiempo a terminar los anexos.",
}

// spanishFinished are messages of finished work, many with words of obstacles.
var spanishFinished = []string{
	"El informe está terminado y guardado en la carpeta T2.",
	"Las 48 facturas fueron enviadas, ninguna devuelta.",
	"Hecho.",
	"El error venía de una librería obsoleta; la cambié y todas las pruebas pasan.",
	"El acceso fallaba con «permiso denegado». El certificado había caducado, lo renové y ya entra todo el mundo.",
	"No falta nada: el expediente está completo.",
	"No se encontraron irregularidades en el periodo.",
	"La mesa está reservada para cuatro a las 21 h. ¿Quiere que reserve también aparcamiento?",
	"Cambié la dirección. ¿Puedo ayudarle en algo más?",
	"No, este año no hubo ninguna avería.",
	"El primer intento se cortó, el segundo terminó: copia completa.",
	"El mensaje de error del carrito vacío ahora es claro y está en tres idiomas.",
	"Los usuarios sin permiso ven ahora a quién dirigirse.",
	"La solicitud fue rechazada como usted quería; la carta salió esta mañana.",
	"Un atasco retrasó la entrega dos horas; llegó a las 14 h y está guardada.",
	"La calefacción vuelve a funcionar, la válvula estaba bloqueada.",
	"Traducido, revisado y subido.",
	"Todos los equipos responden, cero alertas desde medianoche.",
	"Eliminé los duplicados y ordené la tabla.",
	"He resumido la negativa de la aseguradora: se apoya en el artículo 7.",
	"El script fallaba con los acentos. Corregido y probado con 200 archivos.",
	"Sin novedad, todos los plazos se cumplen.",
	"La capital de Kazajistán es Astaná.",
	"Si el portón vuelve a atascarse, basta una gota de aceite. Por hoy está reparado.",
	"El acceso del señor Vidal está cerrado, como se pidió.",
	"Diecisiete inscritos, dos bajas.",
	"El pedido estaba bloqueado porque faltaba la dirección; la añadí y ya va de camino.",
	"El autobús sale a las 7:42 de la plaza, sin transbordo.",
	"Cuatro pruebas estaban en rojo, ahora todas en verde.",
	"Las cuentas están saldadas y el total coincide con el banco.",
	"El aparato decía «sin papel». Papel repuesto, documento impreso.",
	"La encuesta está publicada y pregunta, entre otras cosas: «¿Qué echó en falta?»",
	"No borré nada, solo renombré las carpetas.",
}

func TestSpanish(t *testing.T) {
	t.Parallel()
	checkLanguage(t, spanishUnfinished, spanishFinished)
}
