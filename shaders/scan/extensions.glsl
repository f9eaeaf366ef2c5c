// What the chosen parts of a scan need of GLSL beyond 4.50. Comes before everything else.
#ifdef NEEDS_INT64
#extension GL_ARB_gpu_shader_int64 : require
#endif
#ifdef NEEDS_INT64_ATOMICS
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_int64 : require
#endif
#ifdef NEEDS_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif
