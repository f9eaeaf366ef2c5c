// The fog between the eye and a place, which thins out upwards and is lit by the lamps and by the sky, evenly along the way. Include
// it after frame/camera.glsl and lighting/lamp.glsl, with FOG.

// Returns the share of light that passes through the fog on a way from the eye. The density is exponential in the height, so its
// integral along the way is known.
float clear_through_fog(vec3 way) {
    const float thins = lighting.fog_shape.y;
    const float at_eye = lighting.fog.w * exp(clamp((lighting.fog_shape.x - camera.eye.y) * thins, -60.0, 20.0));
    const float rise = clamp(way.y * thins, -30.0, 60.0);
    const float mean = abs(rise) > 1e-3 ? (1.0 - exp(-rise)) / rise : 1.0 - 0.5 * rise;
    return exp(-at_eye * length(way) * mean);
}

// Returns the light of fog so deep that nothing is seen through it, in a direction from the eye. The part of the lamp's light that
// goes on nearly straight follows L. Henyey and J. Greenstein's phase function (1941).
vec3 light_of_fog(vec3 direction) {
    const float g = lighting.fog_lit.w, away = 1.0 + g * g - 2.0 * g * dot(direction, to_lamp());
    return lighting.fog.rgb + lighting.fog_lit.rgb * ((1.0 - g * g) / (away * sqrt(away)));
}

vec3 through_fog(vec3 light, vec3 way) {
    return mix(light_of_fog(normalize(way)), light, clear_through_fog(way));
}

// Likewise of the light of a sprite, as sprites/light.glsl says: of what it adds, a share is lost; what it covers shines as fog does.
vec4 sprite_through_fog(vec4 light, vec3 way) {
    const float clear = clear_through_fog(way);
    if (light.a < 0.0) return light * clear;
    return vec4(light.rgb * clear + light_of_fog(normalize(way)) * ((1.0 - clear) * light.a), light.a);
}
