package text

import "notdone/model"

// The tables in Spanish, without accents, as wordScanner folds them. Another
// language is another file like this one and its lines in allPhrases.

var spanishObstacles = []row{
	{"no tengo|tenemos|dispongo|cuento ... permiso|permisos|autorizacion|privilegios", model.KindPermission, strong},
	{"permiso|permisos|acceso denegado|denegados|rechazado|insuficientes", model.KindPermission, firm},
	{"necesito|requiere|necesita|requiero .. permiso|permisos|autorizacion|aprobacion", model.KindPermission, strong},
	{"no tengo|tenemos|dispongo|cuento ... acceso|autoridad|facultad", model.KindAccess, strong},
	{"no puedo|pude|podemos|pudimos|he_podido|logre acceder|abrir|leer|ver|consultar|entrar|conectar|conectarme", model.KindAccess, strong},
	{"no tengo|hay|dispongo|encuentro ... credenciales|contrasena|token|clave", model.KindCredentials, firm},
	{"no tengo|cuento|dispongo|hay|tenemos ... informacion|datos|detalles|contexto|registro|registros", model.KindMissingInput, firm},
	{"no aparece|figura|se_encuentra|encuentro|encontre|existe|esta_registrado en|el|la|ningun|ninguna|su|tu", model.KindMissingInput, mild},
	{"no puedo|pude|podemos|podre|podremos|podria|he_podido|pudimos|logre", model.KindUnknown, firm},
	{"no me es|fue posible", model.KindUnknown, strong},
	{"no es|sera|ha_sido|fue posible", model.KindUnknown, firm},
	{"no se puede|pudo|puedo|pueden|permite|permiten", model.KindUnknown, firm},
	{"no cumple|cumples|cumplen|califica", model.KindPolicy, firm},
	{"politica|politicas|reglas|normas|reglamento|normativa no|prohibe|impide|exige|son_estrictas|es_estricta|establece|establecen", model.KindPolicy, firm},
	{"no .. hacer|realizar excepciones|excepcion", model.KindPolicy, strong},
	{"problema|problemas|error|inconveniente|falla tecnico|tecnicos|tecnica|interno|en_el_sistema|con_el_sistema|al", model.KindEnvironment, firm},
	{"bloqueado|detenido|en_espera|a_la_espera por|hasta|de|en", model.KindDependency, firm},
	{"no tengo forma|manera|modo|como|medios|margen", model.KindUnknown, strong},
	{"tiene|tienen|debe|deben que? aprobar|autorizar|firmar|confirmar|decidir|revisar|dar", model.KindPermission, firm},
	{"hace|hacen falta", model.KindMissingInput, firm},
	{"falta|faltan el|la|los|las|un|una|su|tu|datos|por", model.KindMissingInput, mild},
	{"fuera de plazo|cobertura|horario|alcance", model.KindPolicy, firm},
	{"no hay cupo|cupos|stock|disponibilidad|plazas|existencias", model.KindUnknown, firm},
	{"no|nada he|ha|han|se_ha|se_han .. tocado|hecho|empezado|enviado|creado|cambiado|completado|terminado|podido|realizado", model.KindUnknown, firm},
	{"queda|quedo|quedan|sigue|siguen|permanece pendiente|pendientes|bloqueado|bloqueada|sin|interrumpido|interrumpida|en_espera|incompleto|incompleta|igual", model.KindUnknown, firm},
	{"sesion|token|plazo|licencia|clave .. caducado|caduco|expirado|expiro|vencido|vencio", model.KindCredentials, firm},
	{"sigue|esta|siguen|estan|continua caida|caido|caidos|fuera_de_servicio|sin_servicio", model.KindEnvironment, firm},
	{"no hay manera|forma|modo|respuesta|acceso|conexion", model.KindUnknown, firm},
	{"hasta que|tanto", model.KindDependency, mild},
	{"mientras tanto", model.KindDependency, mild},
	{"responde|devuelve|respondio|devolvio .. 401|403|404|429|500|502|503|504", model.KindAccess, firm},
	{"se alcanzo|agoto|supero|excedio el|la|los", model.KindBudget, strong},
	{"se|fue|quedo interrumpio|interrumpido|interrumpida|cancelo|aborto|agoto_el_tiempo|cayo", model.KindUnknown, firm},
	{"se lleno|llena|agoto|cayo|corto|colgo|bloqueo", model.KindEnvironment, firm},
	{"a la mitad|medias", model.KindUnknown, firm},
	{"sin|falta su|tu|la|el|una confirmacion|respuesta|aprobacion|firma|autorizacion|visto_bueno|permiso|acceso", model.KindPermission, firm},
	{"falta|faltan todavia|aun|unas|unos|mas|algunos|algunas", model.KindUnknown, firm},
	{"sigue|siguen|queda|quedan en el? aire|tramite|revision|cola|borrador", model.KindDependency, firm},
	{"esta|estan|queda|sigue bloqueado|bloqueada|bloqueados|bloqueadas|inaccesible|suspendida|suspendido", model.KindAccess, firm},
	{"la|lo|las|los|le puede|pueden|abre|autoriza|desbloquea|firma .. administrador|administradora|titular|responsable|gerente|supervisor|propietario", model.KindPermission, firm},
	{"no contesta|contestan|responde|responden|atiende|coge|cogen", model.KindDependency, firm},
	{"lo|la|los|las|me he? dejado|dejo a|sin|en|como", model.KindUnknown, mild},
	{"no esta|estan instalado|instalada|instalados|disponible|disponibles|conectado|conectada|configurado|configurada|desplegado|desplegada|publicado|publicada", model.KindUnknown, firm},
	{"alcanzo|alcanzado|excedio|excedido|supero|agoto .. limite|cuota|presupuesto", model.KindBudget, strong},
	{"limite|cuota .. alcanzado|excedido|superado|agotado|alcanzada|agotada", model.KindBudget, strong},
}

var spanishAsks = []row{
	{"por_favor indiqueme|proporcioneme|confirmeme|envieme|enviame|compartame|comparta|facilite|deme|dame|especifique|aclare|revise|autorice|proporcioname|proporcione|proporciona|indicame|indique|indica|enviame|envie|dime|digame|compartame|facilitame|facilite|confirme|confirma|verifique|brindame|brinde|espere|espera", model.KindMissingInput, strong},
	{"podrias|podria|puedes|puede|me_podrias|me_podria proporcionar|proporcionarme|indicar|indicarme|confirmar|confirmarme|enviar|enviarme|decir|decirme|compartir|facilitar|facilitarme|verificar|brindarme|darme", model.KindMissingInput, strong},
	{"necesito|necesitare|necesitaria|requiero que|saber|su|tu|el|la|los|las|mas|un|una|confirmar", model.KindMissingInput, firm},
	{"que|cual|como prefieres|prefiere|deseas|desea|quieres|quiere|opcion|te_gustaria|le_gustaria", model.KindDecision, mild},
	{"transferir|transferire|transfiera|transfiero|transferido|transferida|transfiriendo|transferirte|transferirlo|transferirle|transferirla|derivar|derivado|derivare|escalar|escalado|escalare|escalada|comunicar|comunicare|comunicarte|conectar|conectarte|pasar|contactar ... agente|asesor|humano|humana|representante|supervisor|operador|especialista|persona|soporte", model.KindDecision, strong},
	{"agente|asesor|asesora|operador|representante|academico humano|humana", model.KindDecision, strong},
	{"se pondran|pondra|comunicaran|comunicara en|con", model.KindDecision, mild},
	{"a cual|quien|donde|que_direccion|que_fecha|que_cuenta", model.KindMissingInput, mild},
	{"le|te parece|gustaria|va bien|que|correcto|continuar", model.KindDecision, mild},
	{"visto bueno", model.KindDecision, firm},
	{"he|hemos|ya_he pasado|trasladado|derivado|enviado|asignado su|tu|el|la caso|solicitud|consulta|reclamo", model.KindDecision, firm},
	{"le|te|os|lo|la llamaran|llamara|contactaran|contactara|atendera|atenderan|responderan", model.KindDecision, firm},
	{"tengo|tenemos|necesito|debo que? verificar|confirmar|validar su|tu|la|el|primero|antes|identidad", model.KindMissingInput, firm},
	{"indiqueme|indicame|digame|dime|envieme|enviame|confirmeme|facilitame|faciliteme|proporcioname|proporcioneme", model.KindMissingInput, firm},
	{"espero|esperando|a_la_espera_de su|tu respuesta|confirmacion|aprobacion|decision", model.KindDecision, strong},
	{"desea|deseas|quieres|quiere|prefieres|prefiere que .. proceda|continue|procedamos|transfiera", model.KindDecision, firm},
}

var spanishPromises = []plain{
	{strong, []string{
		"voy|vamos a ahora? crear|hacer|revisar|verificar|comprobar|buscar|ejecutar|consultar|probar|implementar|empezar|continuar|proceder|corregir|instalar|investigar|escribir|anadir|procesar",
		"un|permitame|permiteme|dame|deme un? momento|instante|segundo",
		"dejame|permiteme|permitame revisar|verificar|comprobar|buscar|consultar|ver|confirmar|ejecutar|procesar",
		"ahora|a_continuacion|luego|despues|proximo_paso voy|procedere|revisare|ejecutare|implementare|comenzare|empezare",
		"estoy|estamos reuniendo|preparando|revisando|buscando|trabajando|procesando|verificando|analizando|descargando|consultando",
		"procedere|comenzare|empezare|revisare|verificare|ejecutare|implementare a|con|los|las|el|la|tu|su",
	}},
}

var spanishRefusals = []plain{
	{strong, []string{
		"no puedo|podre|podemos ayudar|ayudarte|ayudarle|asistir|asistirte|cumplir con|en|a|mas|eso|esto",
		"me niego a",
		"no te|le|lo|la|se|les? voy|vamos a",
		"no pienso|quiero|debo ayudar|hacer|escribir|participar|explicar|crear",
		"no escribire|creare|ayudare|explicare|hare|generare|participare|redactare",
		"va|iria contra|en_contra mis|de_mis|las normas|directrices|principios|politicas",
		"debo rechazar|negarme|declinar",
	}},
}

var spanishAccomplished = []plain{
	{firm, []string{
		"ha|han|he|hemos|fue|fueron sido? correctamente|exitosamente? creado|creada|actualizado|actualizada|anadido|corregido|implementado|registrado|registrada|cancelado|cancelada|confirmado|confirmada|enviado|enviada|agendado|agendada|procesado|procesada|completado|completada|realizado|realizada|programado|programada|generado|generada|inscrito|reservado|activado|terminado|eliminado|verificado|probado|aplicado|arreglado",
		"con exito",
		"exitosamente|correctamente",
		"^ listo|hecho|terminado|completado",
		"queda|quedo|esta|estan confirmado|confirmada|listo|lista|registrado|registrada|agendado|agendada|completo|completa|actualizado|resuelto",
		"todas las|pruebas pruebas|tests pasan",
	}},
}

var spanishOffers = []plain{
	{weak, []string{
		"necesita|necesitas|desea|deseas|hay algo|alguna mas|otra",
		"algo mas|otro en",
		"en que|si mas|necesitas|necesita|tienes puedo|alguna|algo|ayuda|ayudarte",
		"no dudes|dude en",
	}},
}

var spanishHarmless = []plain{
	{weak, []string{
		"no se encontraron|encontro|hay|hubo ningun|ninguna|errores|problemas|error|resultados|fallos|conflictos|vulnerabilidades",
		"sin errores|problemas|fallos|conflictos|inconvenientes",
		"no dudes|dude|te_preocupes|se_preocupe|hay_problema",
	}},
}

// spanishSubjects: what follows is said of a program or its users.
var spanishSubjects = []plain{
	{0.2, []string{
		"usuarios|usuario|clientes|cliente|visitantes",
		"devuelve|muestra|lanza|indica|avisa|explica|detecta|comprueba|imprime",
		"error|fallo|problema que",
	}},
}

// spanishConditions: what follows is supposed, up to the next comma.
var spanishConditions = []plain{
	{0.1, []string{"cuando|si|salvo_que|a_menos_que|en_caso_de|siempre_que", "al principio"}},
}

// spanishOvercome: what stood in the way no longer does.
var spanishOvercome = []plain{
	{0.1, []string{
		"corregido|arreglado|resuelto|resuelta|solucionado|solucionada|corregi|arregle|resolvi|solucione",
		"ya|ahora funciona|funcionan|pasa|pasan|va|responde|carga",
		"asi_que|por_lo_que|de_modo_que la|lo|las|los|se|he|use|usamos|elegi",
	}},
}
